import { fastSetPassword } from '#server/backend/auth/password-handlers.ts'
import type { Handlers } from '#server/backend/binding.ts'
import { userApi } from '#shared/contract/user.ts'
import { addressHandlers } from './address-handlers.ts'
import { profileHandlers } from './profile-handlers.ts'

const { dataExport: _export, dataExportStart: _start, deregister: _deregister, deregisterCancel: _cancel, ...built } = userApi
/** The calls of the account that are bound. */
export const accountApi = built

export const userHandlers: Handlers<typeof accountApi> = { ...profileHandlers, ...addressHandlers, fastSetPassword }
