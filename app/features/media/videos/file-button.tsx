import type { ReactNode } from "react"
import { buttonClass } from "~/ui/button"

export interface FileButtonProps {
  accept: string
  onChoose: (file: File) => void
  children: ReactNode
}

/** A button that opens the browser's choice of files; the input itself has the focus and the name. */
export function FileButton({ accept, onChoose, children }: FileButtonProps) {
  return (
    <label className={`${buttonClass()} relative focus-within:outline-2 focus-within:outline-ink`}>
      {children}
      <input
        type="file"
        accept={accept}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Allows the same file to be chosen again.
          currentTarget.value = ""
          if (file) onChoose(file)
        }}
      />
    </label>
  )
}
