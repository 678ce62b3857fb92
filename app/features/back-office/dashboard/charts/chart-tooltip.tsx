/** The figures under the pointer: ink, 13 px. */
export function ChartTooltip({ title, rows }: { title: string; rows: { name: string; value: string }[] }) {
  return (
    <div className="rounded-small bg-ink px-3 py-2 text-meta text-paper shadow-float">
      <p className="opacity-75">{title}</p>
      {rows.map(({ name, value }) => (
        <p key={name} className="tabular-nums">
          <strong className="font-semibold">{value}</strong> {name}
        </p>
      ))}
    </div>
  )
}
