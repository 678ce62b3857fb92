/** The CAPTCHA provider. */
export interface Captcha {
  /** Verifies a token of the widget, once. Also true when the provider cannot be reached. */
  accepts: (token: string) => Promise<boolean>
}
