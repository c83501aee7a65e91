import type { ReactNode } from 'react'
import { useCall } from '#client/features/common/use-call.ts'
import { HomeworkFilters } from '#client/features/homework/homework-filters.tsx'
import { type HomeworkChoice, readHomeworkChoice } from '#client/features/homework/homework-choice.ts'
import { homeworkHref } from '#client/features/homework/homework-href.ts'
import { listInput, queueInput } from '#client/features/homework/homework-inputs.ts'
import { HomeworkRows } from '#client/features/homework/homework-rows.tsx'
import { homeworkStateTexts } from '#client/features/homework/homework-words.ts'
import { QueueRows } from '#client/features/homework/queue-rows.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { EmptyBlock, type EmptyBlockProps } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { HomeworkState } from '#shared/contract/enums.ts'
import css from './homework-list.module.css'

function emptyOf(choice: HomeworkChoice): EmptyBlockProps {
  if (choice.page > 1)
    return {
      title: '这一页没有作业',
      text: '',
      action: { text: '回到第一页', href: homeworkHref({ ...choice, page: 1 }) },
    }
  if (choice.courseId !== undefined)
    return { title: '这里没有作业', text: '换一门课，或看全部', action: { text: '看全部作业', href: homeworkHref({}) } }
  if (choice.state === HomeworkState.notComplete)
    return {
      title: '没有要做的作业',
      text: '上完课，老师留的作业会在这里',
      action: { text: '看全部作业', href: homeworkHref({}) },
    }
  if (choice.state !== undefined)
    return {
      title: '这里还没有作业',
      text: '交上去的作业会在这里',
      action: { text: '看全部作业', href: homeworkHref({}) },
    }
  return { title: '还没有作业', text: '上完课，老师留的作业会在这里', action: { text: '看看课程', href: '/course' } }
}

/** How many stand in a state, behind its name. */
function withCount(text: string, count: number): string {
  return count > 0 ? `${text} ${count}` : text
}

function OwnHomework({ choice, isStaff }: { choice: HomeworkChoice; isStaff: boolean }): ReactNode {
  const { records, listStatus, current, pages, total } = useCall('GET /api/user/homework/list', listInput(choice))
  const { courseId, scheduleId, periodId } = choice
  const here = { courseId, scheduleId, periodId }
  const counts = {
    [HomeworkState.notComplete]: listStatus.notComplete,
    [HomeworkState.waitingCorrection]: listStatus.waitingCorrection,
    [HomeworkState.corrected]: listStatus.corrected,
  }
  return (
    <>
      <TabLinks
        label="作业状态"
        items={[
          { text: '全部', href: homeworkHref(here), current: choice.state === undefined },
          ...Object.values(HomeworkState).map((state) => ({
            text: withCount(homeworkStateTexts[state], counts[state]),
            href: homeworkHref({ ...here, state }),
            current: state === choice.state,
          })),
          ...(isStaff ? [{ text: '批改', href: homeworkHref({ queue: 'waiting' }), current: false }] : []),
        ]}
      />
      <HomeworkFilters choice={choice} />
      <div className={css.list}>
        {records.length === 0 ? <EmptyBlock {...emptyOf(choice)} /> : <HomeworkRows rows={records} />}
      </div>
      <Pager
        current={current}
        pages={pages}
        total={total}
        unit="份作业"
        hrefOf={(page) => homeworkHref({ ...choice, page })}
      />
    </>
  )
}

function Queue({ choice }: { choice: HomeworkChoice }): ReactNode {
  const { records, current, pages, total, isWhole } = useCall('GET /api/teach/homework/queue', queueInput(choice))
  return (
    <>
      <TabLinks
        label="批改"
        items={[
          { text: '等我批改', href: homeworkHref({ queue: 'waiting' }), current: choice.queue === 'waiting' },
          { text: '批改过的', href: homeworkHref({ queue: 'done' }), current: choice.queue === 'done' },
          { text: '我自己的作业', href: homeworkHref({}), current: false },
        ]}
      />
      <div className={css.list}>
        {records.length === 0 ? (
          <EmptyBlock
            title={choice.queue === 'done' ? '还没有批改过的作业' : '没有等你批改的作业'}
            text="学员交上来的作业会在这里，等得最久的在最前面"
            action={{ text: '看看我的课表', href: '/user/timetable?type=live' }}
          />
        ) : (
          <QueueRows rows={records} />
        )}
      </div>
      {isWhole ? null : (
        <p className="muted s13">
          {choice.queue === 'done'
            ? `这里有最近批改的 ${total} 份`
            : `等你批改的超过 ${total} 份，批完前面的，后面的会接上`}
        </p>
      )}
      <Pager
        current={current}
        pages={pages}
        total={total}
        unit="份作业"
        hrefOf={(page) => homeworkHref({ ...choice, page })}
      />
    </>
  )
}

/** A learner's homework; for the staff of classes what is theirs to correct, too. */
export function HomeworkList({ search }: PageProps): ReactNode {
  const { user } = useSession()
  const choice = readHomeworkChoice(new URLSearchParams(search))
  return (
    <UserFrame current="/user/homework" title={choice.queue === undefined ? '我的作业' : '批改作业'}>
      {choice.queue === undefined ? (
        <OwnHomework choice={choice} isStaff={user?.isStaff === true} />
      ) : (
        <Queue choice={choice} />
      )}
    </UserFrame>
  )
}
