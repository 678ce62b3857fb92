import { existsSync, readdirSync, readFileSync } from "node:fs"

const tick = 10

/** The ids of the workerd processes that this one has started; none where there is no /proc. */
export function findRuntimes(): string[] {
  if (!existsSync("/proc/self/stat")) return []
  return readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false
    const stat = readStat(id)
    return stat?.name === "workerd" && stat.parent === process.pid
  })
}

/** Milliseconds of processor time that the process has used, which what else the machine does hardly changes. */
export function cpuMilliseconds(id: string | undefined): number {
  return (id && readStat(id)?.cpu) || Number.NaN
}

/** Bytes of memory that the process holds; NaN where unknown. */
export function memoryBytes(id: string | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(id ? readFileSync(`/proc/${id}/status`, "utf8") : "") ?? []
  return Number(kilobytes) * 1024
}

/** See proc_pid_stat(5): the name stands in parentheses, times are in ticks of 1/100 s. */
function readStat(id: string) {
  try {
    const [, name, rest = ""] = /^\d+ \((.*)\) (.*)/.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? []
    const fields = rest.split(" ").map(Number)
    return { name, parent: fields[1], cpu: ((fields[11] ?? 0) + (fields[12] ?? 0)) * tick }
  } catch {
    // It has ended meanwhile.
    return null
  }
}
