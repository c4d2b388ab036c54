//! Checks in their order, and the verdict of the first that failed.

use serde_json::{Value, json};

use crate::inspector::api::Call;
use crate::tenants::Answer;

/// One check.
pub(super) struct Step {
    what: String,
    /// `None` where it cannot be known from here.
    ok: Option<bool>,
    value: String,
    pub(super) at_us: Option<u64>,
    fix: Option<String>,
    page: Option<&'static str>,
}

/// Checks, in their order.
pub(super) struct Diagnosis {
    subject: String,
    steps: Vec<Step>,
    /// The verdict of the first failed check.
    pub(super) verdict: Option<String>,
}

impl Diagnosis {
    pub(super) fn of(subject: String) -> Self {
        Self { subject, steps: Vec::new(), verdict: None }
    }

    /// The same checks, about something.
    pub(super) fn about(self, subject: String) -> Self {
        Self { subject, ..self }
    }

    fn add(&mut self, what: &str, ok: Option<bool>, value: impl Into<String>) -> &mut Step {
        let step = Step { what: what.into(), ok, value: value.into(), at_us: None, fix: None, page: None };
        self.steps.push(step);
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    pub(super) fn good(&mut self, what: &str, value: impl Into<String>) -> &mut Step {
        self.add(what, Some(true), value)
    }

    pub(super) fn unknown(&mut self, what: &str, value: impl Into<String>) -> &mut Step {
        self.add(what, None, value)
    }

    /// A check that failed. The first one decides.
    pub(super) fn bad(
        &mut self,
        what: &str,
        value: impl Into<String>,
        verdict: impl Into<String>,
    ) -> &mut Step {
        self.verdict.get_or_insert_with(|| verdict.into());
        self.add(what, Some(false), value)
    }

    fn has_failed(&self) -> bool {
        self.verdict.is_some()
    }

    /// The answer; `otherwise` is the verdict where nothing failed.
    pub(super) fn answer(self, call: &Call<'_>, otherwise: impl Into<String>) -> Answer {
        call.answer(self.into_json(otherwise))
    }

    /// The same as an object, which others may add to.
    pub(super) fn into_json(self, otherwise: impl Into<String>) -> Value {
        let steps: Vec<_> = self.steps.iter().map(Step::as_json).collect();
        let is_certain = self.has_failed() || self.steps.iter().all(|step| step.ok.is_some());
        let verdict = self.verdict.unwrap_or_else(|| otherwise.into());
        json!({ "subject": self.subject, "verdict": verdict, "certain": is_certain, "steps": steps })
    }
}

impl Step {
    pub(super) fn fix(&mut self, fix: impl Into<String>, page: &'static str) {
        self.fix = Some(fix.into());
        self.page = Some(page);
    }

    fn as_json(&self) -> Value {
        json!({
            "what": self.what, "ok": self.ok, "value": self.value, "at_us": self.at_us, "fix": self.fix,
            "page": self.page,
        })
    }
}
