import { deregisterHandlers } from '#server/backend/account/closing/deregister-handlers.ts'
import { exportHandlers } from '#server/backend/account/closing/export-handlers.ts'
import { fastSetPassword } from '#server/backend/account/sign-in/password-handlers.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { userApi } from '#shared/contract/user.ts'
import { addressHandlers } from './address-handlers.ts'
import { profileHandlers } from './profile-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'

export const userHandlers: Handlers<typeof userApi> = {
  ...profileHandlers,
  ...addressHandlers,
  ...exportHandlers,
  ...deregisterHandlers,
  ...sessionHandlers,
  fastSetPassword,
}
