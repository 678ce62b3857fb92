/** The CAPTCHA provider. */
export interface Captcha {
  /** Verifies a token of the widget, once. Also true when the provider cannot be reached. */
  verify: (token: string) => Promise<boolean>
}
