const steps = [1_000, 2_000, 5_000, 15_000, 60_000]

/**
 * Returns how long to wait (ms) after `failures` failed attempts: 1, 2, 5, 15, 60 s, each shortened by up to a half.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const step = steps[Math.min(Math.max(failures, 1), steps.length) - 1] as number
  return step * (1 - random() / 2)
}
