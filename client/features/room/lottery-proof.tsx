import { type ReactNode, useEffect, useState } from 'react'
import css from '#client/features/room/lottery.module.css'
import type { CallOutput } from '#shared/contract/calls.ts'
import room from './room-dialog.module.css'

type Activity = CallOutput<'GET /api/activity/detail'>

const encoder = new TextEncoder()

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A value for one draw that nobody knows before: 16 random bytes, hexadecimal. */
export function newClientValue(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)).buffer)
}

/** The number of a draw (0..9999), computed again from what was published. */
export async function numberAgain(secret: string, text: string): Promise<number> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return digest.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0) % 10_000
}

interface Found {
  readonly isSecretTrue: boolean
  readonly numbers: readonly number[]
}

function textOf({ id }: Activity, userId: number, { drawNo, clientValue }: Activity['draws'][number]): string {
  return [id, userId, drawNo, ...(clientValue === null ? [] : [clientValue])].join(':')
}

/** Computes everything again in this page, once the secret is told; undefined before, and where the browser can't. */
function useFound(activity: Activity, userId: number | undefined): Found | undefined {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    const { secret, commitment, draws } = activity
    if (!secret || !crypto.subtle) return undefined
    let gone = false
    const compute = async (): Promise<void> => {
      const hash = hexOf(await crypto.subtle.digest('SHA-256', encoder.encode(secret)))
      const numbers = await Promise.all(draws.map((draw) => numberAgain(secret, textOf(activity, userId ?? 0, draw))))
      if (!gone) setFound({ isSecretTrue: hash === commitment, numbers })
    }
    compute().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [activity, userId])
  return found
}

function MyDraws({ activity, found }: { activity: Activity; found: Found | undefined }): ReactNode {
  if (activity.draws.length === 0) return null
  return (
    <table className={css.checks}>
      <caption className="visually-hidden">我的每次抽奖</caption>
      <thead>
        <tr>
          <th scope="col">第几次</th>
          <th scope="col">随机数</th>
          <th scope="col">号码</th>
          <th scope="col">重算</th>
        </tr>
      </thead>
      <tbody>
        {activity.draws.map(({ drawNo, clientValue, number }, index) => (
          <tr key={drawNo}>
            <td>{drawNo}</td>
            <td>{clientValue === null ? '没有' : <code>{clientValue}</code>}</td>
            <td className="num">{number}</td>
            <td>{found ? (found.numbers[index] === number ? '一致' : `不一致：${found.numbers[index]}`) : '结束后'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How everybody can compute the draws again; after the end this page does it, too. */
export function LotteryProof({ activity, userId }: { activity: Activity; userId: number | undefined }): ReactNode {
  const found = useFound(activity, userId)
  return (
    <details className={room.proof}>
      <summary>怎么证明没有作弊</summary>
      <p>
        开始前就公布了密数的摘要（SHA-256）。抽奖时你的浏览器再出一个随机数，学校事先不知道它，你也不知道密数，所以谁都定不了结果。号码这样算：HMAC-SHA256（密数，“活动号:学员号:第几次:随机数”）的前
        6 个字节，除以 10000 的余数。奖品按上面的顺序排在 0 到 9999
        上，各占自己的机会那么宽，其余没有奖品；抽中已送完或不能再领的也没有。结束后公布密数，谁都能重算一遍。
      </p>
      <p>
        活动号 <code>{activity.id}</code>
        {userId === undefined ? null : (
          <>
            ，你的学员号 <code>{userId}</code>
          </>
        )}
      </p>
      <p>
        摘要 <code>{activity.commitment}</code>
      </p>
      <p>密数 {activity.secret ? <code>{activity.secret}</code> : '结束后公布'}</p>
      {found ? <p>{found.isSecretTrue ? '密数和开始前公布的摘要一致' : '密数和开始前公布的摘要不一致'}</p> : null}
      <MyDraws activity={activity} found={found} />
    </details>
  )
}
