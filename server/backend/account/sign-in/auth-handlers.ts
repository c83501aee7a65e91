import type { Handlers } from '#server/backend/http/binding.ts'
import { captchaHandlers } from '#server/backend/account/captcha/captcha-handlers.ts'
import { codeHandlers } from '#server/backend/account/codes/code-handlers.ts'
import type { authApi } from '#shared/contract/auth.ts'
import { linkHandlers } from './link-handlers.ts'
import { loginHandlers } from './login-handlers.ts'
import { passwordHandlers } from './password-handlers.ts'
import { phoneHandlers } from './phone-handlers.ts'

export const authHandlers: Handlers<typeof authApi> = {
  ...loginHandlers,
  ...captchaHandlers,
  ...codeHandlers,
  ...passwordHandlers,
  ...phoneHandlers,
  ...linkHandlers,
}
