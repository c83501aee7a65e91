import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { sayFailure } from '#client/features/common/say-failure.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { HomeworkDesk } from '#client/features/homework/homework-desk.tsx'
import { homeworkHref } from '#client/features/homework/homework-href.ts'
import { HomeworkNeed } from '#client/features/homework/homework-need.tsx'
import type { WhichHomework } from '#client/features/homework/homework-inputs.ts'
import { type HomeworkDetail as Detail, useHomeworkActions } from '#client/features/homework/homework-queries.ts'
import { HomeworkRound, type OpenFiles } from '#client/features/homework/homework-round.tsx'
import { HomeworkRows } from '#client/features/homework/homework-rows.tsx'
import { dueText, isPressing } from '#client/features/homework/homework-words.ts'
import { useMediaViewer } from '#client/features/media-viewer/use-media-viewer.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import { chooserInput, readWhich } from '#client/pages/homework/homework-inputs.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { HomeworkState } from '#shared/contract/enums.ts'
import css from './homework-detail.module.css'

/** It waits for its draft anyway: its code comes meanwhile. */
const HomeworkSheet = lazyPart(() =>
  import('#client/features/homework/homework-sheet.tsx').then((m) => m.HomeworkSheet),
)
const ExcellentWorks = lazyPart(() =>
  import('#client/features/homework/excellent-works.tsx').then((m) => m.ExcellentWorks),
)
const CoachFilm = lazyDialog<{ periodId: number; cover: string | null; onClose: () => void }>(() =>
  import('#client/features/play/coach-film.tsx').then((m) => m.CoachFilm),
)
const TakeBackDialog = lazyDialog(() =>
  import('#client/features/homework/take-back-dialog.tsx').then((m) => m.TakeBackDialog),
)

function Due({ homework: { dueTime, state } }: { homework: Detail }): ReactNode {
  const now = useNow()
  if (dueTime === null || state !== HomeworkState.notComplete) return null
  return (
    <span className={`${css.due} num`} data-pressing={isPressing(dueTime, now) || undefined}>
      {dueText(dueTime, now)}
    </span>
  )
}

/** Whether the class may see it: asked when it was called excellent. */
function Consent({ homework }: { homework: Detail & { id: number } }): ReactNode {
  const { consent } = useHomeworkActions()
  const [busy, setBusy] = useState(false)
  const { id, mayShow } = homework
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    await consent(id, !mayShow)
      .then(() => toast(mayShow ? '不再给同学看了' : '同班同学能看到了'))
      .catch((error) => sayFailure(error, '没有改成，请再试一次'))
    setBusy(false)
  }
  return (
    <div className={`${css.excellent} no-print`}>
      <p>
        <b>老师把它评为优秀作业。</b>
        {mayShow
          ? '同班同学能看到它，学校也可能把它放上作品墙。'
          : '你同意后，同班同学就能看到它，学校也可能把它放上作品墙；名字和头像会一起显示。'}
      </p>
      <Button tone="secondary" size="s" busy={busy} disabled={busy} onClick={() => void handleClick()}>
        {mayShow ? '不给同学看了' : '给同学看'}
      </Button>
    </div>
  )
}

/** The coach's film, when it is asked for: its player comes with it. */
function Coach({ periodId }: { periodId: number }): ReactNode {
  const { env } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const handleLost = (): void => {
    setIsOpen(false)
    toast('辅导视频没有加载出来，请再试一次', 'bad')
  }
  if (!isOpen)
    return (
      <Button tone="secondary" onClick={() => setIsOpen(true)}>
        看辅导视频
      </Button>
    )
  return (
    <div className={`${css.film} night`}>
      <CoachFilm styles={env.css['coach-film']} periodId={periodId} cover={null} onClose={handleLost} />
    </div>
  )
}

function Own({ homework, userId, onOpen }: { homework: Detail; userId: number; onOpen: OpenFiles }): ReactNode {
  const { env } = useApp()
  const [edits, setEdits] = useState(false)
  const [asks, setAsks] = useState(false)
  const { id, state, rounds, canHandIn, refusal } = homework
  const waits = state === HomeworkState.waitingCorrection
  const writes = canHandIn && (edits || !waits)
  const shown = writes && waits ? rounds.slice(1) : rounds
  const [first, ...others] = writes ? [undefined, ...shown] : shown
  return (
    <>
      <div className={css.columns}>
        <HomeworkNeed
          homework={homework}
          film={homework.period.hasCoachFilm ? <Coach periodId={homework.period.id} /> : undefined}
        />
        <div className={css.work}>
          {writes ? (
            <HomeworkSheet
              styles={env.css['homework-sheet']}
              homework={homework}
              userId={userId}
              onCancel={waits ? () => setEdits(false) : undefined}
              onClose={() => toast('写作业的部分没有加载出来，请刷新', 'bad')}
            />
          ) : null}
          {!writes && refusal !== null && state !== HomeworkState.corrected ? (
            <p className={css.refusal}>{refusal}</p>
          ) : null}
          {first ? (
            <HomeworkRound homeworkId={id} round={first} onOpen={onOpen}>
              {first.outcome === null && waits && id !== null ? (
                <div className={`${css.acts} no-print`}>
                  {canHandIn ? (
                    <Button tone="secondary" onClick={() => setEdits(true)}>
                      修改再交
                    </Button>
                  ) : null}
                  <Button tone="text" onClick={() => setAsks(true)}>
                    收回
                  </Button>
                </div>
              ) : null}
            </HomeworkRound>
          ) : null}
          {homework.isExcellent && id !== null ? <Consent homework={{ ...homework, id }} /> : null}
        </div>
      </div>
      {others.length > 0 ? (
        <section className={css.earlier}>
          <h2 className={css.title}>以前交的</h2>
          <div className={css.beside}>
            {others.map((round) =>
              round ? <HomeworkRound key={round.roundNo} homeworkId={id} round={round} onOpen={onOpen} /> : null,
            )}
          </div>
        </section>
      ) : null}
      <ExcellentWorks
        styles={env.css['excellent-works']}
        periodId={homework.period.id}
        scheduleId={homework.schedule?.id ?? null}
        onOpen={onOpen}
        onClose={() => undefined}
      />
      {asks && id !== null ? (
        <TakeBackDialog
          styles={env.css['take-back-dialog']}
          id={id}
          canHandIn={canHandIn}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  )
}

function One({ which }: { which: WhichHomework }): ReactNode {
  const { user } = useSession()
  const viewer = useMediaViewer('作业的文件')
  const homework = useCall('GET /api/user/homework/detail', which)
  const { id, title, course, period, schedule, desk } = homework
  if (desk && id !== null)
    return (
      <>
        <HomeworkDesk homework={{ ...homework, id }} onOpen={viewer.open} writer={user?.nickname ?? ''} />
        {viewer.element}
      </>
    )
  return (
    <UserFrame
      current="/user/homework"
      title={title}
      crumbs={
        <Breadcrumb items={[{ text: '我的作业', href: homeworkHref({}) }, { text: course.name }, { text: title }]} />
      }
      actions={
        homework.rounds.length > 0 ? (
          <Button tone="quiet" size="s" onClick={() => window.print()}>
            打印
          </Button>
        ) : undefined
      }
      lead={
        <>
          {course.name} · {period.name}
          {schedule ? ` · ${schedule.name}` : ''}
          {user ? <span className={css.printed}>{user.nickname}</span> : null}
          <Due homework={homework} />
        </>
      }
    >
      {user ? (
        <Own key={`${id}-${homework.version}`} homework={homework} userId={user.id} onOpen={viewer.open} />
      ) : null}
      {viewer.element}
    </UserFrame>
  )
}

/** Which one? What is to be done, the soonest due first. */
function Chooser(): ReactNode {
  const { records } = useCall('GET /api/user/homework/list', chooserInput)
  return (
    <UserFrame current="/user/homework" title="交作业" lead="选一份要做的">
      {records.length === 0 ? (
        <EmptyBlock
          title="没有要做的作业"
          text="上完课，老师留的作业会在这里"
          action={{ text: '看全部作业', href: homeworkHref({}) }}
        />
      ) : (
        <HomeworkRows rows={records} />
      )}
    </UserFrame>
  )
}

/** One homework, for its learner or for who corrects it. */
export function HomeworkDetail({ params, search }: PageProps): ReactNode {
  const which = readWhich({ params, search: new URLSearchParams(search) })
  return which ? <One which={which} /> : <Chooser />
}
