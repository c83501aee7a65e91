import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { AddressForm } from '#client/features/address/address-form.tsx'
import { usePendingChoice } from '#client/features/order/use-pending-choice.ts'
import { Button } from '#client/ui/button.tsx'
import { addressesQuery } from '#client/features/address/address-queries.ts'
import css from './choice-list.module.css'

interface AddressPickerProps {
  chosen: number | undefined
  busy: boolean
  onChoose: (addressId: number) => void
}

/** Where the order's books and tools are sent to: one of the learner's addresses, or a new one. */
export function AddressPicker({ chosen, busy, onChoose }: AddressPickerProps): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const addresses = useRead(addressesQuery)
  const [adding, setAdding] = useState(addresses.length === 0)
  const group = useId()
  const [shown, choose] = usePendingChoice(chosen, busy)
  const handleSaved = async (): Promise<void> => {
    const known = new Set(addresses.map(({ id }) => id))
    const now = await queries.fetchQuery({ ...addressesQuery(api), staleTime: 0 }).catch(() => undefined)
    setAdding(false)
    const added = now?.find(({ id }) => !known.has(id))
    if (added) onChoose(added.id)
  }
  return (
    <div>
      {addresses.length > 0 ? (
        <fieldset className={css.list} aria-busy={busy}>
          <legend className="visually-hidden">收货地址</legend>
          {addresses.map((address) => (
            <label key={address.id} className={css.item}>
              <input
                type="radio"
                name={group}
                checked={address.id === shown}
                onChange={() => {
                  choose(address.id)
                  onChoose(address.id)
                }}
              />
              <span className={css.text}>
                <b>
                  {address.consignee}　<span className="num">{address.phone}</span>
                </b>
                <span className="muted">
                  {[address.province, address.city, address.district, address.detail].filter(Boolean).join(' ')}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {adding ? (
        <AddressForm address={undefined} onSaved={handleSaved} onCancel={() => setAdding(false)} />
      ) : (
        <Button tone="text" size="s" onClick={() => setAdding(true)}>
          用新地址
        </Button>
      )}
    </div>
  )
}
