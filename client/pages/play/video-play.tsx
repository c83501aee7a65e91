import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { askLogin } from '#client/features/login/login-store.ts'
import { type HomeworkOf, useLessonHomework } from '#client/features/homework/use-lesson-homework.ts'
import { NoteButton } from '#client/features/note/note-button.tsx'
import { NoteSide } from '#client/features/note/note-side.tsx'
import { type NoteDesk, useNoteDesk } from '#client/features/note/use-note-desk.ts'
import { AccessScreen } from '#client/features/play/access-screen.tsx'
import { ClassFrame } from '#client/features/play/class-frame.tsx'
import { ScheduleNotice } from '#client/features/play/lesson-extras.tsx'
import { LessonSide } from '#client/features/play/lesson-side.tsx'
import { LessonStage } from '#client/features/play/lesson-stage.tsx'
import { hasLockedAfter, lessonHref, nextLesson, PeriodDrawer } from '#client/features/play/period-drawer.tsx'
import { noteKeys, PageKeysContext } from '#client/features/play/player/page-keys.ts'
import type { PlayerHandle } from '#client/features/play/player/player.tsx'
import { useLesson, type WhichLesson } from '#client/features/play/use-lesson.ts'
import { ReplayChat } from '#client/features/room/replay-chat.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { readWhichLesson } from '#client/pages/play/video-input.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { CheckCode, PeriodKind } from '#shared/contract/enums.ts'
import type { PlayPeriod } from '#shared/contract/play-fields.ts'
import { lessonQuery } from '#client/features/play/play-queries.ts'
import { readSecond } from '#shared/rules/room-url.ts'

type Lesson = CallOutput<'GET /api/vod/lesson'>

/** Why the lesson isn't shown, under its name; a visitor may have it and has only to log in, which is asked as by every page that needs it. */
function Closed({
  lesson,
  checkCode,
  message,
}: {
  lesson: Lesson
  checkCode: Exclude<CheckCode, 100>
  message: string
}): ReactNode {
  const { settled, user } = useSession()
  const isVisitor = settled && !user && checkCode !== CheckCode.noCourse
  useEffect(() => {
    if (!isVisitor) return undefined
    // Another page takes the last one's dialog away first.
    const timer = setTimeout(() => askLogin({ closable: false, via: 'page' }))
    return () => clearTimeout(timer)
  }, [isVisitor])
  return (
    <AccessScreen checkCode={checkCode} message={message} course={lesson.course} heading={lesson.name ? 'h2' : 'h1'}>
      {isVisitor ? (
        <Button tone="secondary" onClick={() => askLogin({ closable: false, via: 'page' })}>
          已经报名，去登录
        </Button>
      ) : null}
    </AccessScreen>
  )
}

/** The list with what has been watched since it was loaded. */
function withProgress(
  periods: readonly PlayPeriod[],
  currentId: number | null,
  progress: { share: number; isFinished: boolean } | undefined,
): readonly PlayPeriod[] {
  if (!progress) return periods
  return periods.map((period) =>
    period.id === currentId
      ? { ...period, progress: progress.share, isFinished: period.isFinished || progress.isFinished }
      : period,
  )
}

/** What kept a lesson closed may be gone (a payment, a login): it is asked once more when the page is shown. */
function useFreshAccess(which: WhichLesson, isClosed: boolean): void {
  const { api } = useApp()
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(() => {
    if (isClosed) void queries.invalidateQueries({ queryKey: lessonQuery(api, which).queryKey })
  }, [])
}

interface SideProps {
  lesson: Lesson
  periods: readonly PlayPeriod[]
  /** Where the film is. */
  second: number
  onSeek: (second: number) => void
  desk: NoteDesk | undefined
  homeworkOf: HomeworkOf
}

/** The course's lessons; of a live class that is watched again what was said in it, too; and the learner's notes. */
function Side({ lesson, periods, second, onSeek, desk, homeworkOf }: SideProps): ReactNode {
  const { user } = useSession()
  const { periodId, scheduleId, checkCode } = lesson
  const kind = periods.find(({ id }) => id === periodId)?.kind
  const wasLive = kind === PeriodKind.live && user !== undefined && checkCode === CheckCode.pass
  const talk =
    wasLive && periodId !== null ? (
      <ReplayChat periodId={periodId} scheduleId={scheduleId ?? undefined} positionSec={second} onSeek={onSeek} />
    ) : undefined
  return (
    <>
      {scheduleId !== null && user ? <ScheduleNotice scheduleId={scheduleId} /> : null}
      <LessonSide
        list={
          <PeriodDrawer
            periods={periods}
            currentId={periodId}
            scheduleId={scheduleId}
            homeworkOf={homeworkOf}
            isNamed={talk !== undefined || desk !== undefined}
          />
        }
        talk={talk}
        notes={
          desk && user && periodId !== null
            ? (isShown) => (
                <NoteSide
                  isShown={isShown}
                  lesson={{ periodId, ...(scheduleId === null ? {} : { scheduleId }) }}
                  userId={user.id}
                  desk={desk}
                  onSeek={onSeek}
                />
              )
            : undefined
        }
        notesAsked={desk?.asked?.count}
      />
    </>
  )
}

function OpenLessonPage({ which, from }: { which: WhichLesson; from: number | undefined }): ReactNode {
  const lesson = useRead(lessonQuery, which)
  const [withCoach, setWithCoach] = useState(false)
  const isAllowed = lesson.checkCode === CheckCode.pass
  useFreshAccess(which, !isAllowed)
  // The coach's film takes the player's place: the lesson is left meanwhile.
  const opened = useLesson(
    lesson.periodId === null ? which : { ...which, periodId: lesson.periodId },
    isAllowed && !withCoach,
  )
  const { user } = useSession()
  const play = opened.state.kind === 'open' ? opened.state.play : undefined
  const { checkCode, message } = play ?? lesson
  const periods = withProgress(
    play && play.periods.length > 0 ? play.periods : lesson.periods,
    lesson.periodId,
    opened.progress,
  )
  const next = nextLesson(periods, lesson.periodId)
  const { scheduleId, course } = lesson
  const [second, setSecond] = useState(0)
  const player = useRef<PlayerHandle>(null)
  const seek = useCallback((to: number) => player.current?.seek(to), [])
  const canNote = user !== undefined && isAllowed && lesson.periodId !== null && !withCoach
  // before it has moved it is where it begins
  const seen = second > 0 ? second : Math.floor(from ?? play?.watchStartTime.timeSec ?? 0)
  const homeworkOf = useLessonHomework(course?.id, { scheduleId, isTaken: isAllowed })
  const homework = lesson.periodId === null ? undefined : homeworkOf(lesson.periodId)
  const desk = useNoteDesk(canNote ? () => ({ second: seen }) : undefined)
  const side = (
    <Side lesson={lesson} periods={periods} second={second} onSeek={seek} desk={desk} homeworkOf={homeworkOf} />
  )
  const coachButton =
    lesson.hasCoach && user && isAllowed ? (
      <Button tone="quiet" size="s" aria-pressed={withCoach} onClick={() => setWithCoach(!withCoach)}>
        {withCoach ? '看正课' : '看辅导'}
      </Button>
    ) : null
  if (!lesson.name && checkCode !== CheckCode.pass)
    return <Closed lesson={lesson} checkCode={checkCode} message={message} />
  return (
    <ClassFrame
      title={lesson.name}
      course={course}
      actions={
        <>
          {coachButton}
          {homework ? (
            <ButtonLink tone="quiet" size="s" href={homework.href}>
              {homework.text}
            </ButtonLink>
          ) : null}
          {desk ? <NoteButton desk={desk} /> : null}
        </>
      }
      side={periods.length > 0 ? side : undefined}
      sideLabel="课程目录"
    >
      {checkCode === CheckCode.pass ? (
        <PageKeysContext value={desk ? noteKeys : []}>
          <LessonStage
            handle={player}
            opened={opened}
            from={from}
            title={lesson.name}
            cover={course?.coverImg ?? null}
            coachOf={withCoach ? lesson.periodId : null}
            courseUrl={course?.url ?? '/course'}
            hasLocked={hasLockedAfter(periods, lesson.periodId)}
            next={next ? { name: next.name, href: lessonHref(next, scheduleId) } : undefined}
            onGo={navigate}
            onSecond={setSecond}
          />
        </PageKeysContext>
      ) : (
        <Closed lesson={lesson} checkCode={checkCode} message={message} />
      )}
    </ClassFrame>
  )
}

/** A recorded lesson: player, list of the course's lessons, progress. */
export function VideoPlay({ params, search }: PageProps): ReactNode {
  const query = new URLSearchParams(search)
  const which = readWhichLesson(params.id, query)
  const from = readSecond(query)
  return <OpenLessonPage key={JSON.stringify([which, from])} which={which} from={from} />
}
