//! OpenTelemetry's own variables: read beside everybody's, below ours, and never a reason not to start.

use super::*;

#[test]
fn they_are_read_whichever_server_s_names_are() {
    for beside in [None, Some(("REVERB_SERVER_PATH", "/x")), Some(("SOKETI_PATH_PREFIX", "/x"))] {
        let otel = [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318"), ("OTEL_TRACES_SAMPLER_ARG", "0.5")];
        let settings = env(&[&otel[..], beside.as_slice()].concat());
        let url = settings.otlp_endpoint.traces_url();
        assert_eq!((url.as_deref(), settings.otlp_sample_ratio.0), (Some("http://c:4318/v1/traces"), 0.5));
        assert_eq!(settings.path_prefix.len(), if beside.is_some() { 2 } else { 0 });
    }
}

#[test]
fn ours_override_them() {
    let pairs = [("OTEL_SERVICE_NAME", "all"), ("BATON_OTLP_SERVICE_NAME", "own")];
    assert_eq!(env(&pairs).otlp_service_name, "own");
    assert_eq!(env(&pairs[..1]).otlp_service_name, "all");
    let loaded = load(&[], &pairs[..1], "otlp_service_name = 'of the file'").unwrap();
    assert_eq!(loaded.settings.otlp_service_name, "all", "as other variables, they are above the file");
}

#[test]
fn one_that_means_nothing_here_is_ignored_with_a_notice() {
    let settings = env(&[
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"),
        ("OTEL_TRACES_SAMPLER_ARG", "endpoint=http://x"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "a token without a name"),
        ("OTEL_SERVICE_NAME", ""),
    ]);
    assert_eq!((settings.otlp_endpoint.traces_url(), settings.otlp_sample_ratio.0), (None, 0.01));
    assert_eq!(settings.otlp_service_name, "baton");
    for name in ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_SAMPLER_ARG", "OTEL_EXPORTER_OTLP_HEADERS"] {
        assert!(settings.notices.iter().any(|notice| notice.starts_with(name)), "{:?}", settings.notices);
    }
    assert!(!settings.notices.iter().any(|notice| notice.contains("a token")), "{:?}", settings.notices);
    let faults = load(&[], &[("BATON_OTLP_ENDPOINT", "collector:4317")], "").unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:?}");
}

#[test]
fn names_of_the_sdks_that_are_not_read_are_reported() {
    let collector = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318");
    for (pair, is_reported, is_reported_without) in [
        (("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://c:4318/v1/traces"), true, true),
        (("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"), true, false),
        (("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"), false, false),
        (("OTEL_TRACES_SAMPLER", "always_on"), true, false),
        (("OTEL_TRACES_SAMPLER", "parentbased_traceidratio"), false, false),
        (("OTEL_SDK_DISABLED", "true"), true, false),
        (("OTEL_SDK_DISABLED", ""), false, false),
    ] {
        let is_in = |pairs: &[_]| env(pairs).notices.iter().any(|notice| notice.starts_with(pair.0));
        assert_eq!(
            (is_in(&[collector, pair]), is_in(&[pair])),
            (is_reported, is_reported_without),
            "{pair:?}"
        );
    }
}

#[test]
fn the_port_of_grpc_is_reported() {
    for (url, is_reported) in [("http://c:4317", true), ("http://c:4318", false), ("http://c", false)] {
        let settings = env(&[("BATON_OTLP_ENDPOINT", url)]);
        let reported = settings.notices.iter().any(|notice| notice.contains("gRPC"));
        assert_eq!(reported, is_reported, "{url}: {:?}", settings.notices);
    }
}
