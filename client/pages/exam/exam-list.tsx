import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { type ExamChoice, examListHref } from '#client/features/exam/exam-href.ts'
import { ExamRows } from '#client/features/exam/exam-rows.tsx'
import { MarkRows } from '#client/features/exam/mark-rows.tsx'
import { MistakeRows } from '#client/features/exam/mistake-rows.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import { countsInput, examListInput, markQueueInput, mistakeListInput } from '#client/pages/exam/exam-inputs.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyBlock, type EmptyBlockProps } from '#client/ui/empty-block.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { AttemptState, MistakeState } from '#shared/contract/enums.ts'
import type { TaughtAttempt } from '#shared/contract/teach-exam.ts'
import css from './exam-list.module.css'

const MistakeQueue = lazyDialog(() => import('#client/features/exam/mistake-queue.tsx').then((m) => m.MistakeQueue))
const ExtendDialog = lazyDialog(() => import('#client/features/exam/extend-dialog.tsx').then((m) => m.ExtendDialog))

type Counts = CallOutput<'GET /api/exam/list-exam'>['listStatus']

/** How many stand there, behind the name. */
function withCount(text: string, count: number): string {
  return count > 0 ? `${text} ${count}` : text
}

function Tabs({ tab, counts }: { tab: ExamChoice['tab']; counts: Counts }): ReactNode {
  const { user } = useSession()
  const items = [
    { tab: 'open', text: withCount('待考', counts.open) },
    { tab: 'over', text: withCount('已交', counts.over) },
    { tab: 'mistakes', text: withCount('错题本', counts.mistakes) },
  ] as const
  return (
    <TabLinks
      label="我的测试"
      items={[
        ...items.map((one) => ({ text: one.text, href: examListHref({ tab: one.tab }), current: one.tab === tab })),
        ...(user?.isStaff === true ? [{ text: '批阅', href: examListHref({ tab: 'mark' }), current: false }] : []),
      ]}
    />
  )
}

function emptyOf({ tab, page }: ExamChoice): EmptyBlockProps {
  if (page > 1)
    return { title: '这一页没有考试', text: '', action: { text: '回到第一页', href: examListHref({ tab }) } }
  if (tab === 'over')
    return {
      title: '还没有交过卷',
      text: '考完的卷子和成绩会在这里',
      action: { text: '看要考的', href: examListHref() },
    }
  return {
    title: '没有要考的',
    text: '老师放出来的考试和测试会在这里',
    action: { text: '看看我的课程', href: '/user/course?over=1' },
  }
}

function Exams({ choice }: { choice: ExamChoice }): ReactNode {
  const { records, listStatus, current, pages, total } = useCall('GET /api/exam/list-exam', examListInput(choice))
  return (
    <>
      <Tabs tab={choice.tab} counts={listStatus} />
      <div className={css.list}>
        {records.length === 0 ? <EmptyBlock {...emptyOf(choice)} /> : <ExamRows rows={records} />}
      </div>
      <Pager
        current={current}
        pages={pages}
        total={total}
        unit="场考试"
        hrefOf={(page) => examListHref({ ...choice, page })}
      />
    </>
  )
}

const stateTexts: Readonly<Record<MistakeState, string>> = {
  [MistakeState.active]: '在练',
  [MistakeState.mastered]: '记牢了',
  [MistakeState.dismissed]: '收起来的',
}

function emptyMistakes({ state, page }: ExamChoice): EmptyBlockProps {
  if (page > 1)
    return {
      title: '这一页没有错题',
      text: '',
      action: { text: '回到第一页', href: examListHref({ tab: 'mistakes', state }) },
    }
  if (state === MistakeState.active)
    return {
      title: '没有在练的错题',
      text: '考试里答错的题会自己到这里，隔几天考你一次',
      action: { text: '看考过的卷子', href: examListHref({ tab: 'over' }) },
    }
  return {
    title: state === MistakeState.mastered ? '还没有记牢的题' : '没有收起来的题',
    text: state === MistakeState.mastered ? '在不同的日子连对四次，就算记牢了' : '不想再练的题可以收起来，随时拿回来',
    action: { text: '看在练的', href: examListHref({ tab: 'mistakes' }) },
  }
}

const dailyMost = 20

/** What of the book is asked today: what is due, as far as the day has room for it. */
function Due({ due: waiting, doneToday }: { due: number; doneToday: number }): ReactNode {
  const due = Math.min(waiting, Math.max(0, dailyMost - doneToday))
  const none = doneToday > 0 ? `今天的 ${doneToday} 题做完了` : '今天没有要考的错题'
  return (
    <div className={css.due}>
      <div className={css.mark} aria-hidden="true">
        错
      </div>
      <p>
        <b className="serif">{due > 0 ? `今天${doneToday > 0 ? '还' : ''}考 ${due} 题` : none}</b>
        <br />
        <span className="muted s13">{due > 0 ? '一天至多二十题，做不完的不欠账' : '到了日子会出现在这里，先歇着'}</span>
      </p>
      {due > 0 ? (
        <ButtonLink tone="primary" href={examListHref({ tab: 'today' })}>
          开始
        </ButtonLink>
      ) : null}
    </div>
  )
}

function Mistakes({ choice }: { choice: ExamChoice }): ReactNode {
  const counts = useCall('GET /api/exam/list-exam', countsInput).listStatus
  const { records, listStatus, doneToday, current, pages, total } = useCall(
    'GET /api/exam/mistake/list',
    mistakeListInput(choice),
  )
  const of = {
    [MistakeState.active]: listStatus.active,
    [MistakeState.mastered]: listStatus.mastered,
    [MistakeState.dismissed]: listStatus.dismissed,
  }
  return (
    <>
      <Tabs tab="mistakes" counts={counts} />
      <Due due={listStatus.due} doneToday={doneToday} />
      <TabLinks
        label="错题的状态"
        items={Object.values(MistakeState).map((state) => ({
          text: withCount(stateTexts[state], of[state]),
          href: examListHref({ tab: 'mistakes', state }),
          current: state === choice.state,
        }))}
      />
      <div className={css.list}>
        {records.length === 0 ? <EmptyBlock {...emptyMistakes(choice)} /> : <MistakeRows mistakes={records} />}
      </div>
      <Pager
        current={current}
        pages={pages}
        total={total}
        unit="道错题"
        hrefOf={(page) => examListHref({ ...choice, page })}
      />
    </>
  )
}

function Today(): ReactNode {
  const { env } = useApp()
  const { questions, doneToday } = useCall('GET /api/exam/mistake/queue', {})
  // Its code comes when the page is alive: the server has none of it.
  const isAlive = useNow() !== undefined
  return (
    <div className={css.list}>
      {questions.length === 0 ? (
        <EmptyBlock
          title={doneToday > 0 ? `今天的 ${doneToday} 题做完了` : '今天没有要考的错题'}
          text="到了日子会再出现"
          action={{ text: '回错题本', href: examListHref({ tab: 'mistakes' }) }}
        />
      ) : !isAlive ? (
        <Skeleton kind="lines" count={5} />
      ) : (
        <MistakeQueue
          styles={env.css['mistake-queue']}
          questions={questions}
          doneToday={doneToday}
          onClose={() => toast('题目没有加载出来，请刷新', 'bad')}
        />
      )}
    </div>
  )
}

const queueTexts: Readonly<Record<AttemptState, string>> = {
  [AttemptState.answering]: '正在答的',
  [AttemptState.handedIn]: '等我批',
  [AttemptState.scored]: '已出分',
}

const queueOrder = [AttemptState.handedIn, AttemptState.scored, AttemptState.answering]

/** Attempts of others, for who may mark them. */
function Marking({ choice }: { choice: ExamChoice }): ReactNode {
  const { env } = useApp()
  const [extended, setExtended] = useState<TaughtAttempt>()
  const { records, current, pages, total } = useCall('GET /api/teach/exam/queue', markQueueInput(choice))
  return (
    <>
      <TabLinks
        label="批阅"
        items={[
          ...queueOrder.map((queue) => ({
            text: queueTexts[queue],
            href: examListHref({ tab: 'mark', queue }),
            current: queue === choice.queue,
          })),
          { text: '我自己的测试', href: examListHref(), current: false },
        ]}
      />
      <div className={css.list}>
        {records.length === 0 ? (
          <EmptyBlock
            title={choice.queue === AttemptState.answering ? '现在没有人在答' : '没有答卷'}
            text="学员交上来的卷子会在这里，等得最久的在最前面"
            action={{ text: '看看我的课表', href: '/user/timetable?type=live' }}
          />
        ) : (
          <MarkRows rows={records} onExtend={setExtended} />
        )}
      </div>
      <Pager
        current={current}
        pages={pages}
        total={total}
        unit="份答卷"
        hrefOf={(page) => examListHref({ ...choice, page })}
      />
      {extended ? (
        <ExtendDialog styles={env.css['extend-dialog']} attempt={extended} onClose={() => setExtended(undefined)} />
      ) : null}
    </>
  )
}

const titles: Readonly<Partial<Record<ExamChoice['tab'], string>>> = { today: '今天的错题', mark: '批阅答卷' }

function Tab({ choice }: { choice: ExamChoice }): ReactNode {
  if (choice.tab === 'today') return <Today />
  if (choice.tab === 'mark') return <Marking choice={choice} />
  return choice.tab === 'mistakes' ? <Mistakes choice={choice} /> : <Exams choice={choice} />
}

/** A learner's exams and mistake book; for the staff of classes what is theirs to mark, too. */
export function ExamList({ choice }: PageProps<ExamChoice>): ReactNode {
  return (
    <UserFrame
      current="/user/testPaper"
      title={titles[choice.tab] ?? '我的测试'}
      crumbs={
        choice.tab === 'today' ? (
          <Breadcrumb items={[{ text: '错题本', href: examListHref({ tab: 'mistakes' }) }, { text: '今天的题' }]} />
        ) : undefined
      }
    >
      <Tab choice={choice} />
    </UserFrame>
  )
}
