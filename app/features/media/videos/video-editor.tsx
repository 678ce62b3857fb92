import { useNavigation, useRevalidator } from "@remix-run/react"
import { useRef, useState } from "react"
import { ApiProblem, showProblem } from "~/browser/call-api"
import { maxVideoDescription, maxVideoTitle } from "~/domain/media/videos/policy"
import type { OwnVideo } from "~/domain/media/videos/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useLiveEvents } from "~/features/shell/live/live-context"
import { formatLanguage, sentenceCase } from "~/i18n/format"
import { type Locale, locales } from "~/i18n/locales"
import { useFormatCount } from "~/i18n/use-format-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea, TextField } from "~/ui/form/field"
import { FileField } from "~/ui/form/file-field"
import { Select } from "~/ui/form/select"
import { Player } from "../player/player"
import { sendPoster } from "./send-video"
import { drawFrame } from "./video-frame"
import { VideoState } from "./video-state"

/** The intents of the forms of a video. */
export type VideoIntent = "save" | "poster" | "captions" | "uncaption" | "retry" | "delete"

export interface VideoEditorProps {
  video: OwnVideo
  resultOf: (intent: string) => FormResult | undefined
}

/** Editor of a video: its preview, texts, poster, captions and removal. */
export function VideoEditor({ video, resultOf }: VideoEditorProps) {
  const { revalidate } = useRevalidator()
  useLiveEvents((event) => {
    if (event.type === "media" && event.id === video.id) revalidate()
  })
  const isHeld = video.state === "approved" || video.state === "reported"
  return (
    <>
      <div className="mt-3">
        <VideoState video={video} />
      </div>
      <div className="mt-8 grid items-start gap-x-16 gap-y-12 lg:grid-cols-2">
        <div className="space-y-12">
          <PreviewSection video={video} isHeld={isHeld} result={resultOf("poster")} />
          {!isHeld && <CaptionsSection video={video} result={resultOf("captions") ?? resultOf("uncaption")} />}
        </div>
        <div className="space-y-12">
          <WordsSection video={video} isHeld={isHeld} result={resultOf("save")} />
          <RemovalSection video={video} result={resultOf("delete") ?? resultOf("retry")} />
        </div>
      </div>
    </>
  )
}

interface PartProps {
  video: OwnVideo
  result: FormResult | undefined
}

function PreviewSection({ video, isHeld, result }: PartProps & { isHeld: boolean }) {
  const { t } = useTranslation("videos")
  const element = useRef<HTMLVideoElement>(null)
  const { id, type, pass, version } = video
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="text-subsection">
        {t("edit.preview")}
      </h2>
      {pass && type ? (
        <div className="mt-4">
          <Player {...video} type={type} pass={pass} label={t("edit.preview")} element={element} isFetched />
        </div>
      ) : (
        <p className="mt-2 text-ui text-ink2">{t("edit.no_preview")}</p>
      )}
      {!isHeld && (
        <>
          {pass && <FrameButton element={element} id={id} version={version} />}
          <PosterForm video={video} result={result} />
        </>
      )}
    </section>
  )
}

/** Makes the picture that the player shows now the poster. */
function FrameButton({
  element,
  id,
  version,
}: {
  element: { current: HTMLVideoElement | null }
  id: string
  version: number
}) {
  const { t } = useTranslation("videos")
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  /** The version that the saved picture has made old: the page is loaded once there is another. */
  const [replaced, setReplaced] = useState<number | null>(null)
  const isSaved = replaced !== null && replaced !== version
  async function send() {
    if (!element.current) return
    setBusy(true)
    try {
      const frame = await drawFrame(element.current)
      if (!frame) return showProblem({ sentence: t("poster.no_frame") })
      await sendPoster(id, version, frame)
      setReplaced(version)
      revalidate()
    } catch (error) {
      const sentence = error instanceof ApiProblem ? (Object.values(error.errors)[0]?.[0] ?? error.sentence) : null
      showProblem({ sentence: sentence ?? t("upload.failed") })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="mt-4">
      <Button onClick={() => void send()} isBusy={isBusy}>
        {t("poster.frame")}
      </Button>
      <p role="status" className="mt-2 text-meta text-mute">
        {t(isSaved ? "poster.saved" : "poster.frame_hint")}
      </p>
    </div>
  )
}

function PosterForm({ video, result }: PartProps) {
  const { t } = useTranslation("videos")
  const { form, field } = useFormResult(result)
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="mt-6 max-w-xl">
      <input type="hidden" name="version" value={video.version} />
      <FileField
        key={video.version}
        name="poster"
        label={t("poster.file")}
        prompt={t("poster.prompt")}
        hint={t("poster.file_hint")}
        error={field("poster").error}
        accept="image/jpeg,image/png,image/webp"
        required
      />
      <div className="mt-3">
        <Button type="submit" name="intent" value="poster">
          {t("poster.send")}
        </Button>
      </div>
      <FormNotice result={result} />
    </Form>
  )
}

/**
 * Returns the version that the words in the form were read at. Changes of the video's files do not make them old; words
 * saved elsewhere do, until the refusal of this form's has been shown.
 */
function useWordsVersion({ version, visibility, texts }: OwnVideo, result: FormResult | undefined): number {
  const words = JSON.stringify([visibility, texts])
  const [read, setRead] = useState({ version, words, result })
  const hasNewResult = result !== undefined && result !== read.result
  const isNewer = version !== read.version && words === read.words
  if (hasNewResult || isNewer) setRead({ version, words, result })
  return read.version
}

/** Returns a language's name, as at the start of a line. */
const nameOf = (code: string, locale: Locale) => sentenceCase(formatLanguage(code, locale), locale)

function WordsSection({ video, isHeld, result }: PartProps & { isHeld: boolean }) {
  const { t } = useTranslation("videos")
  const locale = useLocale()
  const version = useWordsVersion(video, result)
  const formatCount = useFormatCount()
  const { form, field } = useFormResult(result)
  const visibility = field("visibility")
  const options = (["public", "private", "hidden"] as const).map((value) => ({
    value,
    label: t(`visibility.${value}`),
  }))
  return (
    <section aria-labelledby="words">
      <h2 id="words" className="text-subsection">
        {t("words.title")}
      </h2>
      <Form ref={form} method="post" noValidate className="mt-4 max-w-xl space-y-5">
        <input type="hidden" name="version" value={version} />
        <Select
          {...visibility}
          key={video.visibility}
          defaultValue={visibility.defaultValue ?? video.visibility}
          label={t("visibility.label")}
          options={options}
        />
        {isHeld ? (
          <p className="text-ui text-ink2">{t("words.held")}</p>
        ) : (
          locales.map(({ code }) => {
            const title = field(`texts.${code}.title`)
            const description = field(`texts.${code}.description`)
            return (
              <fieldset key={code} className="space-y-4">
                <legend className="mb-2 text-ui font-medium">{nameOf(code, locale)}</legend>
                <TextField
                  {...title}
                  defaultValue={title.defaultValue ?? video.texts[code]?.title}
                  label={t("words.name")}
                  maxLength={maxVideoTitle}
                  lang={code}
                />
                <TextArea
                  {...description}
                  defaultValue={description.defaultValue ?? video.texts[code]?.description}
                  label={t("words.description")}
                  maxLength={maxVideoDescription}
                  formatCount={formatCount}
                  lang={code}
                />
              </fieldset>
            )
          })
        )}
        <Button type="submit" name="intent" value="save" variant="primary">
          {t("words.save")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </section>
  )
}

function CaptionsSection({ video, result }: PartProps) {
  const { t } = useTranslation("videos")
  const locale = useLocale()
  const { form, field } = useFormResult(result)
  const { captions, version } = video
  return (
    <section aria-labelledby="captions">
      <h2 id="captions" className="text-subsection">
        {t("captions.title")}
      </h2>
      <p className="measure mt-2 text-ui text-ink2">{t("captions.lead")}</p>
      {captions.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {captions.map((code) => (
            <li key={code} className="flex items-center justify-between gap-4 py-2 text-ui">
              {nameOf(code, locale)}
              <Form method="post">
                <input type="hidden" name="version" value={version} />
                <input type="hidden" name="locale" value={code} />
                <Button type="submit" name="intent" value="uncaption" variant="ghost">
                  {t("captions.remove")}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form ref={form} method="post" encType="multipart/form-data" className="mt-4 max-w-xl space-y-4">
        <input type="hidden" name="version" value={version} />
        <Select
          name="locale"
          label={t("captions.language")}
          options={locales.map(({ code }) => ({ value: code, label: nameOf(code, locale) }))}
        />
        <FileField
          key={version}
          name="captions"
          label={t("captions.file")}
          prompt={t("captions.prompt")}
          error={field("captions").error}
          accept=".vtt,text/vtt"
          required
        />
        <Button type="submit" name="intent" value="captions">
          {t("captions.send")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </section>
  )
}

function RemovalSection({ video, result }: PartProps) {
  const { t } = useTranslation("videos")
  const intent = useNavigation().formData?.get("intent")
  return (
    <section aria-labelledby="removal" className="border-t border-line pt-6">
      <h2 id="removal" className="text-subsection">
        {t("delete.title")}
      </h2>
      <p className="measure mt-2 text-ui text-ink2">{t("delete.text")}</p>
      <Form method="post" className="mt-4 flex flex-wrap gap-3">
        {video.state === "failed" && (
          <Button type="submit" name="intent" value="retry">
            {t("edit.retry")}
          </Button>
        )}
        <Button type="submit" name="intent" value="delete" variant="danger" isBusy={intent === "delete"}>
          {t("delete.now")}
        </Button>
      </Form>
      <FormNotice result={result} />
    </section>
  )
}
