export const translators = ["none", "workers-ai"] as const

export const model = "@cf/meta/m2m100-1.2b"

/** The part of the binding `AI` that is used: developers.cloudflare.com/workers-ai/models/m2m100-1.2b. */
export interface TranslationModel {
  run: (
    name: typeof model,
    inputs: { text: string; source_lang: string; target_lang: string },
    options: { signal: AbortSignal },
  ) => Promise<unknown>
}
