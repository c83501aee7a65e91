import { lazyDialog } from '#client/ui/lazy-dialog.tsx'

/** The security check, whose code comes when it is first shown. */
export const LazyCaptcha = lazyDialog(() =>
  import('#client/features/login/captcha-dialog.tsx').then((m) => m.CaptchaDialog),
)
