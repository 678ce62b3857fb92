/** How a captcha answer begins that is a code from an e-mail, and no token of the widget. */
export const mailedCodePrefix = "mail:"
