import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Face, isStaffType, RoleTag } from '#client/features/room/people.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { type Member, useMembers } from '#client/features/room/use-members.ts'
import { useOnline } from '#client/features/room/use-online.ts'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tag } from '#client/ui/tag.tsx'
import css from './member-panel.module.css'

const MemberDialog = lazyDialog(() => import('#client/features/room/member-dialog.tsx').then((m) => m.MemberDialog))
const mostShown = 500

function MemberRow({
  member,
  onChoose,
}: {
  member: Member
  onChoose: ((member: Member) => void) | undefined
}): ReactNode {
  return (
    <li className={`${css.member} ${member.onLine ? '' : css.away}`}>
      <Face user={member} />
      <span className={`one ${css.name}`}>{member.nickname}</span>
      <RoleTag userType={member.userType} />
      {member.isEstoppel ? <Tag tone="wait">禁言</Tag> : null}
      <span className={css.state}>{member.onLine ? '在线' : '离开'}</span>
      {onChoose && !isStaffType(member.userType) ? (
        <button
          type="button"
          className={css.manage}
          aria-haspopup="dialog"
          aria-label={`管理${member.nickname}`}
          onClick={() => onChoose(member)}
        >
          管理
        </button>
      ) : null}
    </li>
  )
}

/** Who is there: staff first, found by name. */
export function MemberPanel({ isShown }: { isShown: boolean }): ReactNode {
  const { env } = useApp()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Member>()
  const me = useChat((chat) => chat.me)
  const { list, listedAt, members, isPending, isError, refetch } = useMembers(search, isShown)
  const online = useOnline(isShown)
  const newest = online && online.at > listedAt ? online.userIds : undefined
  const onChoose = me?.isStaff ? setChosen : undefined
  return (
    <div className={css.panel}>
      <input
        className={css.search}
        type="search"
        value={search}
        maxLength={20}
        aria-label="找人"
        placeholder="按昵称找人"
        onChange={(event) => setSearch(event.target.value)}
      />
      {isError ? <ErrorBlock message="名单没有加载出来" onRetry={refetch} /> : null}
      {isPending && !isError ? <Skeleton kind="lines" count={6} /> : null}
      {list ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <ul className={css.list} aria-label="成员" tabIndex={0}>
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              member={newest ? { ...member, onLine: newest.has(member.userId) } : member}
              onChoose={onChoose}
            />
          ))}
          {list.fakeStudents.map((student) => (
            <li key={`fake-${student.id}`} className={css.member}>
              <Face user={{ ...student, userId: String(student.id) }} />
              <span className={`one ${css.name}`}>{student.nickname}</span>
              <Tag tone="wait">演示</Tag>
            </li>
          ))}
          <li className={css.end}>
            {members.length === 0 && list.fakeStudents.length === 0
              ? search
                ? '没有找到这位成员'
                : '还没有人'
              : members.length >= mostShown
                ? '只列出前 500 位，可以按昵称找'
                : '就是这些人'}
          </li>
        </ul>
      ) : null}
      {chosen ? (
        <MemberDialog
          styles={env.css['member-dialog']}
          member={chosen}
          onDone={refetch}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </div>
  )
}
