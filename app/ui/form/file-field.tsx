import ImagePlus from "lucide-react/icons/image-plus"
import {
  type ChangeEvent,
  type DragEvent,
  forwardRef,
  type InputHTMLAttributes,
  type MutableRefObject,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react"
import { useIsScripted } from "~/browser/use-is-scripted"
import { classNames } from "~/lib/class-names"
import { Field, type FieldTexts } from "./field"

export type FileFieldProps = FieldTexts &
  Pick<InputHTMLAttributes<HTMLInputElement>, "name" | "accept" | "multiple" | "required" | "autoFocus"> & {
    /** In the field while nothing is chosen: that a file is chosen, dropped or pasted here. */
    prompt: string
    /** Takes the files at once: the field is empty again. Without it they stay, and the form sends them. */
    onFiles?: (files: File[]) => void
    /** Called with the field's files whenever they change. */
    onChosen?: (files: File[]) => void
    /** Files that are pasted anywhere on the page are for this field. */
    isForPaste?: boolean
    /** The page itself takes what is dropped on it. */
    isDropElsewhere?: boolean
    /** Without script the form takes a single file. */
    isSingleUnscripted?: boolean
    /** Sign of what is chosen here, if that is no picture. */
    icon?: ReactNode
    className?: string
  }

/**
 * A file or several, chosen, dropped or pasted. The browser's own control lies over the field, unseen: it has the
 * label, the focus and the keys. Without script it is seen instead.
 */
export const FileField = forwardRef<HTMLInputElement, FileFieldProps>(function FileField(
  { label, aside, hint, error, isLabelHidden, className, prompt, onFiles, onChosen, ...options },
  ref,
) {
  const { isForPaste, isDropElsewhere, isSingleUnscripted, icon, ...input } = options
  const isScripted = useIsScripted()
  const own = useRef<HTMLInputElement | null>(null)
  const [files, setFiles] = useState<File[]>([])
  const [isOver, setOver] = useState(false)

  function changed({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(currentTarget.files ?? [])]
    if (!onFiles) {
      setFiles(chosen)
      onChosen?.(chosen)
    } else if (chosen.length > 0) {
      // Allows the same file to be chosen again.
      currentTarget.value = ""
      onFiles(chosen)
    }
  }

  function take(given: FileList): void {
    if (own.current && given.length > 0) giveFiles(own.current, [...given].slice(0, input.multiple ? undefined : 1))
  }
  usePastedFiles(isForPaste ? take : null)

  function over(event: DragEvent): void {
    event.preventDefault()
    setOver(true)
  }
  const drops = !isDropElsewhere && {
    onDragOver: over,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
  return (
    <Field label={label} aside={aside} hint={hint} error={error} isLabelHidden={isLabelHidden} className={className}>
      {(control) => (
        <div
          {...drops}
          className={classNames("field-control relative flex items-center gap-4 p-3", isOver && "border-ink bg-sunk")}
        >
          <Preview file={files[0]} icon={icon} />
          <span className="min-w-0 grow text-ui wrap-anywhere text-ink2">
            {files.length > 0 ? files.map(({ name }) => name).join(", ") : prompt}
          </span>
          {isScripted ? (
            <input
              {...control}
              {...input}
              ref={(element) => {
                own.current = element
                if (typeof ref === "function") ref(element)
                else if (ref) (ref as MutableRefObject<HTMLInputElement | null>).current = element
              }}
              type="file"
              onChange={changed}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
          ) : (
            <noscript>
              <input {...control} {...input} type="file" multiple={input.multiple && !isSingleUnscripted} />
            </noscript>
          )}
        </div>
      )}
    </Field>
  )
})

/** Gives a file control files that were not chosen in it, as if they were. */
export function giveFiles(control: HTMLInputElement, files: File[]): void {
  const given = new DataTransfer()
  for (const file of files) given.items.add(file)
  control.files = given.files
  control.dispatchEvent(new Event("change", { bubbles: true }))
}

/** The chosen picture; a sign for one where there is none yet, and for other files. */
function Preview({ file, icon }: { file: File | undefined; icon: ReactNode }): ReactNode {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file?.type.startsWith("image/")) return setAddress(null)
    const own = URL.createObjectURL(file)
    setAddress(own)
    return () => URL.revokeObjectURL(own)
  }, [file])
  return (
    <span className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-small bg-sunk text-mute">
      {address ? (
        <img src={address} alt="" className="size-full object-cover" onError={() => setAddress(null)} />
      ) : (
        (icon ?? <ImagePlus aria-hidden className="size-5" />)
      )}
    </span>
  )
}

/** Takes files that are pasted on the page; a text that is pasted elsewhere has none. */
function usePastedFiles(take: ((files: FileList) => void) | null): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files
      if (!latest.current || !files?.length) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener("paste", paste)
    return () => document.removeEventListener("paste", paste)
  }, [])
}
