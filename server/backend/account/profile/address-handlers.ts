import { checkPhone } from '#server/backend/account/sign-in/typed-fields.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { userApi } from '#shared/contract/user.ts'
import { dropDefault, insertAddress, listAddresses, lockAddresses, updateAddress } from './address-store.ts'

const mostAddresses = 20

export const addressHandlers: Pick<Handlers<typeof userApi>, 'addresses' | 'addressSave'> = {
  async addresses(ctx, _input, session) {
    return listAddresses(ctx.db, session.userId)
  },

  async addressSave(ctx, { id, ...typed }, session) {
    const { userId } = session
    const [consignee, province, city, district, detail] = [
      typed.consignee,
      typed.province,
      typed.city,
      typed.district,
      typed.detail,
    ].map((part) => part.trim())
    if (!consignee) throw new ApiError(Code.Toast, '请填写收货人')
    if (!detail) throw new ApiError(Code.Toast, '请填写详细地址')
    checkPhone(typed.nationCode, typed.phone)
    const now = new Date(ctx.clock.now())
    const count = await lockAddresses(ctx.db, userId)
    if (id === undefined && count >= mostAddresses) throw new ApiError(Code.Toast, `最多保存 ${mostAddresses} 个地址`)
    // the only one is the default one
    const isDefault = typed.isDefault || (id === undefined && count === 0)
    if (isDefault) await dropDefault(ctx.db, userId, id)
    const values = {
      consignee,
      nationCode: typed.nationCode,
      phone: typed.phone,
      province: province ?? '',
      city: city ?? '',
      district: district ?? '',
      detail,
      isDefault,
    }
    if (id === undefined) return { id: await insertAddress(ctx.db, userId, values, now) }
    // another user's is as unknown as one that never was
    if (!(await updateAddress(ctx.db, userId, { id, values, now }))) throw new ApiError(Code.NotFound, '地址不存在')
    return { id }
  },
}
