import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { PhoneField } from '#client/features/login/phone-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { CheckField, TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { accountTexts, isPhone } from '#shared/rules/account-rules.ts'
import { saveAddress } from '#client/features/address/address-queries.ts'
import css from './address-form.module.css'

export type AddressItem = CallOutput<'GET /api/user/address'>[number]

const needed = (text: string) => (value: string) => (value.trim() === '' ? text : undefined)

export interface AddressFormProps {
  /** Undefined: a new one. */
  address: AddressItem | undefined
  onSaved: () => Promise<void>
  onCancel: () => void
}

/** One address, new or changed. */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps): ReactNode {
  const { api } = useApp()
  const form = useForm({
    initial: {
      consignee: address?.consignee ?? '',
      nationCode: String(address?.nationCode ?? 86),
      phone: address?.phone ?? '',
      province: address?.province ?? '',
      city: address?.city ?? '',
      district: address?.district ?? '',
      detail: address?.detail ?? '',
      isDefault: address?.isDefault ?? false,
    },
    rules: {
      consignee: needed('请填写收货人'),
      phone: (phone, { nationCode }) => (isPhone(Number(nationCode), phone) ? undefined : accountTexts.accountFormat),
      detail: needed('请填写详细地址'),
    },
    codeFields: { [Code.PhoneError]: 'phone' },
    onSubmit: async ({ nationCode, ...values }) => {
      try {
        await saveAddress(api, {
          ...(address ? { id: address.id } : {}),
          ...values,
          nationCode: Number(nationCode),
        })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== Code.Fail) throw error
        return toast('修改失败', 'bad')
      }
      toast('修改成功')
      await onSaved()
    },
  })
  const name = address ? '修改地址' : '新增地址'
  return (
    <form className={`${css.form} ${css.card}`} noValidate onSubmit={form.submit} aria-label={name}>
      <div className={css.pair}>
        <TextField {...form.text('consignee')} label="收货人" maxLength={32} autoComplete="name" required autoFocus />
        <PhoneField field={form.text('phone')} nation={form.text('nationCode')} />
      </div>
      <div className={css.regions}>
        <TextField {...form.text('province')} label="省" maxLength={32} autoComplete="address-level1" />
        <TextField {...form.text('city')} label="市" maxLength={32} autoComplete="address-level2" />
        <TextField {...form.text('district')} label="区县" maxLength={32} autoComplete="address-level3" />
      </div>
      <TextField {...form.text('detail')} label="详细地址" maxLength={100} autoComplete="street-address" required />
      <CheckField {...form.check('isDefault')}>设为默认地址</CheckField>
      <div className={css.actions}>
        <Button type="submit" tone="primary" busy={form.busy}>
          保存地址
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  )
}
