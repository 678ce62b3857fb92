/** Vitest's global setup where `build/` is missing. */
export default function needsBuild(): void {
  throw new Error("These tests run what is in build/: run `npm run build` first.")
}
