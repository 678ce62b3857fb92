import { existsSync, readdirSync, readFileSync } from "node:fs"

const tick = 10

/** Returns the ids of the workerd processes that this process has started; none without /proc. */
export function findRuntimes(): string[] {
  if (!existsSync("/proc/self/stat")) return []
  return readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false
    const stat = readStat(id)
    return stat?.name === "workerd" && stat.parent === process.pid
  })
}

/** Returns the processor time of a process in milliseconds, which other load on the machine hardly changes. */
export function cpuMilliseconds(id: string | undefined): number {
  return (id && readStat(id)?.cpu) || Number.NaN
}

/** Returns the memory of a process in bytes; NaN where unknown. */
export function memoryBytes(id: string | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(id ? readFileSync(`/proc/${id}/status`, "utf8") : "") ?? []
  return Number(kilobytes) * 1024
}

/** See proc_pid_stat(5): the name is in parentheses, times are in ticks of 1/100 s. */
function readStat(id: string) {
  try {
    const [, name, rest = ""] = /^\d+ \((.*)\) (.*)/.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? []
    const fields = rest.split(" ").map(Number)
    return { name, parent: fields[1], cpu: ((fields[11] ?? 0) + (fields[12] ?? 0)) * tick }
  } catch {
    // The process has ended meanwhile.
    return null
  }
}
