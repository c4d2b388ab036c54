// The numbers of now: `/overview` once a second, and from the differences of its answers the rates of the last minutes.
import { useMemo } from 'preact/hooks';
import { useAnswer } from './read';
import type { Latency, Overview } from './wire';

export interface Sample {
  time_ms: number;
  overview: Overview;
}

const EVERY_MS = 1_000;
/** Two minutes, as wide as the lines beside the numbers. */
const KEPT = 120;
/** Percentiles are of this many seconds, so that few deliveries give a steady number. */
const LATENCY_SAMPLES = 10;

let kept: { of: string; samples: Sample[] } = { of: '', samples: [] };

/** Samples outlive the view, so that the lines are there when somebody comes back. */
export function useLive(app: string | null) {
  const answer = useAnswer<Overview>('/overview', { app }, EVERY_MS);
  const overview = answer.data;
  const samples = useMemo(() => {
    const of = `${overview?.node} ${app}`;
    if (!overview) return kept.samples.slice();
    const before = kept.samples.at(-1);
    // A server that has started again counts from zero.
    if (kept.of !== of || (before && before.overview.uptime_s > overview.uptime_s)) kept = { of, samples: [] };
    if (kept.samples.at(-1)?.time_ms !== overview.time_ms) kept.samples.push({ time_ms: overview.time_ms, overview });
    if (kept.samples.length > KEPT) kept.samples.shift();
    return kept.samples.slice();
  }, [overview]);
  return { ...answer, samples };
}

/** One value for each pair of samples: by how much a counter grew in a second. */
export function rates(samples: Sample[], counter: (overview: Overview) => number | null | undefined): (number | null)[] {
  return samples.slice(1).map((sample, i) => {
    const before = samples[i]!;
    const seconds = (sample.time_ms - before.time_ms) / 1000;
    const now = counter(sample.overview);
    const then = counter(before.overview);
    if (seconds <= 0 || now === null || now === undefined || then === null || then === undefined) return null;
    return Math.max(0, now - then) / seconds;
  });
}

export function levels(samples: Sample[], level: (overview: Overview) => number | null | undefined): (number | null)[] {
  return samples.map((sample) => level(sample.overview) ?? null);
}

/** The duration below which a share of the deliveries stayed that lie between two histograms. Within a bucket it is
 *  interpolated; above the last bound only that bound is known. */
export function percentile(from: Latency, until: Latency, share: number): number | null {
  const counts = until.counts.map((count, i) => Math.max(0, count - (from.counts[i] ?? 0)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  const wanted = share * total;
  for (let i = 0; i < counts.length; i += 1) {
    const count = counts[i]!;
    if (count > 0 && below + count >= wanted) {
      const low = i === 0 ? 0 : until.bounds_us[i - 1]!;
      const high = until.bounds_us[i];
      return high === undefined ? low : low + ((high - low) * (wanted - below)) / count;
    }
    below += count;
  }
  return until.bounds_us.at(-1) ?? null;
}

export function percentiles(samples: Sample[], share: number): (number | null)[] {
  return samples.slice(1).map((sample, i) => {
    const until = sample.overview.server?.latency;
    const from = samples[Math.max(0, i + 1 - LATENCY_SAMPLES)]!.overview.server?.latency;
    return until && from ? percentile(from, until, share) : null;
  });
}
