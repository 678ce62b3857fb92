import { type ReactNode, useId } from "react"

export type ProgressProps = {
  label: ReactNode
  /** Between 0 and 1; undefined if the end is unknown. */
  value?: number
  /** The value in words, already formatted: "64%". */
  valueText?: string
  isLabelHidden?: boolean
  className?: string
}

export function Progress({ label, value, valueText, isLabelHidden, className }: ProgressProps) {
  const id = useId()
  return (
    <div className={className}>
      <div className={isLabelHidden ? "sr-only" : "mb-2 flex justify-between gap-4 text-ui"}>
        <label htmlFor={id}>{label}</label>
        {valueText && <span className="text-mute tabular-nums">{valueText}</span>}
      </div>
      <progress id={id} value={value} max={1} className="progress">
        {valueText}
      </progress>
    </div>
  )
}
