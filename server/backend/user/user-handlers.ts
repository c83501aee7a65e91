import { deregisterHandlers } from '#server/backend/account-care/deregister-handlers.ts'
import { exportHandlers } from '#server/backend/account-care/export-handlers.ts'
import { fastSetPassword } from '#server/backend/auth/password-handlers.ts'
import type { Handlers } from '#server/backend/binding.ts'
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
