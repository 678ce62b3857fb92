import { redirect } from "@remix-run/cloudflare"
import { PasskeySignInForm } from "~/domain/accounts/schema"
import { signInByPasskey } from "~/domain/accounts/second-factor/passkeys.server"
import { submitForm } from "~/remix/form.server"
import { leaveLogin } from "~/remix/login-redirects.server"
import { withContext } from "~/remix/page.server"

export const loader = () => redirect("/auth/login")

/** Receives a passkey's assertion from the login page or dialog; redirects as the login does (product-spec 2). */
export const action = withContext((args) =>
  submitForm(args, PasskeySignInForm, async (form): Promise<null> => {
    const { ctx, context } = args
    context.cookies.writeSession(await signInByPasskey(ctx, form, "web"))
    context.cookies.clearSignIn()
    throw leaveLogin(context.cookies, form.back)
  }),
)

export default function PasskeyPage() {
  return null
}
