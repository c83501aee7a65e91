import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { AddressForm, type AddressItem } from '#client/features/address/address-form.tsx'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { addressesQuery, saveAddress } from '#client/features/address/address-queries.ts'
import css from './my-info.module.css'

interface CardProps {
  address: AddressItem
  onEdit: () => void
  onDefault: () => void
}

function AddressCard({ address, onEdit, onDefault }: CardProps): ReactNode {
  const { consignee, nationCode, phone, province, city, district, detail, isDefault } = address
  return (
    <div className={css.card}>
      <p className={css.who}>
        <b>{consignee}</b>
        <span className="num">
          {nationCode === 86 ? '' : `+${nationCode} `}
          {phone}
        </span>
        {isDefault ? <Tag tone="got">默认</Tag> : null}
      </p>
      <p className={css.where}>{[province, city, district, detail].filter(Boolean).join(' ')}</p>
      <div className={css.actions}>
        <Button tone="text" size="s" aria-label={`修改${consignee}的地址`} onClick={onEdit}>
          修改
        </Button>
        {isDefault ? null : (
          <Button tone="text" size="s" aria-label={`把${consignee}的地址设为默认`} onClick={onDefault}>
            设为默认
          </Button>
        )}
      </div>
    </div>
  )
}

/** Where things are sent to: a list, one of them the default. */
export function AddressSection(): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const addresses = useRead(addressesQuery)
  const [open, setOpen] = useState<number | 'new'>()
  const id = useId()

  async function refresh(): Promise<void> {
    await queries.fetchQuery({ ...addressesQuery(api), staleTime: 0 })
  }
  async function handleSaved(): Promise<void> {
    await refresh().catch(() => undefined)
    setOpen(undefined)
  }
  async function makeDefault(address: AddressItem): Promise<void> {
    try {
      await saveAddress(api, { ...address, isDefault: true })
      toast('设置成功')
      await refresh()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== Code.Toast) toast('设置失败', 'bad')
    }
  }

  return (
    <section className={css.part} aria-labelledby={id}>
      <div className={css.head}>
        <h2 className={css.title} id={id}>
          收货地址
        </h2>
        {open === 'new' ? null : (
          <Button tone="secondary" size="s" onClick={() => setOpen('new')}>
            <Icon name="plus" size={16} />
            新增地址
          </Button>
        )}
      </div>
      {open === 'new' ? (
        <AddressForm address={undefined} onSaved={handleSaved} onCancel={() => setOpen(undefined)} />
      ) : null}
      {addresses.length === 0 && open !== 'new' ? <p className={css.none}>还没有收货地址</p> : null}
      <ul className={css.list}>
        {addresses.map((address) => (
          <li key={address.id}>
            {open === address.id ? (
              <AddressForm address={address} onSaved={handleSaved} onCancel={() => setOpen(undefined)} />
            ) : (
              <AddressCard
                address={address}
                onEdit={() => setOpen(address.id)}
                onDefault={() => void makeDefault(address)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
