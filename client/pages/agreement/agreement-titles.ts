import { type AgreementType, agreementTypes } from '#shared/contract/enums.ts'

/** Names of the legal texts, for the list beside each of them. */
export const agreementTitles: Readonly<Record<AgreementType, string>> = {
  register: '用户注册协议',
  privacy: '隐私政策',
  purchase: '课程购买协议',
  refund: '退款规则',
  live: '直播课堂公约',
  community: '社区公约',
}

const fallback: AgreementType = 'register'

/** The text that an address names; without a name it is the registration's. */
export function agreementType(name: string | undefined): AgreementType {
  return agreementTypes.find((type) => type === name) ?? fallback
}
