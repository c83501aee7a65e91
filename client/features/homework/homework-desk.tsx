import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { sayFailure } from '#client/features/common/say-failure.ts'
import { HomeworkNeed } from '#client/features/homework/homework-need.tsx'
import { homeworkHref } from '#client/features/homework/homework-href.ts'
import { type HomeworkDetail, useHomeworkActions } from '#client/features/homework/homework-queries.ts'
import { HomeworkRound, type OpenFiles } from '#client/features/homework/homework-round.tsx'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { HomeworkState } from '#shared/contract/enums.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './homework-desk.module.css'

const MarkingDesk = lazyPart(() => import('#client/features/homework/marking-desk.tsx').then((m) => m.MarkingDesk))
const CorrectForm = lazyPart(() => import('#client/features/homework/correct-form.tsx').then((m) => m.CorrectForm))

const lost = (): void => toast('批改的部分没有加载出来，请刷新', 'bad')

type Detail = HomeworkDetail & { id: number }

function Excellent({ homework }: { homework: Detail }): ReactNode {
  const { markExcellent } = useHomeworkActions()
  const [busy, setBusy] = useState(false)
  const { id, isExcellent } = homework
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    await markExcellent(id, !isExcellent)
      .then(() => toast(isExcellent ? '不再是优秀作业' : '评为优秀作业，学员同意后同学能看到'))
      .catch((error) => sayFailure(error, '没有改成，请再试一次'))
    setBusy(false)
  }
  return (
    <div className={css.acts}>
      <Button tone="secondary" size="s" busy={busy} disabled={busy} onClick={() => void handleClick()}>
        {isExcellent ? '取消优秀作业' : '评为优秀作业'}
      </Button>
    </div>
  )
}

/** What waits before and after this one. */
function useNeighbours(id: number) {
  const { api } = useApp()
  const queue = useQuery(
    callQuery(api, 'GET /api/teach/homework/queue', {
      state: HomeworkState.waitingCorrection,
      pageNum: 1,
      pageSize: 50,
    }),
  )
  const ids = queue.data?.records.map((row) => row.id) ?? []
  const at = ids.indexOf(id)
  return {
    place: at + 1,
    total: `${queue.data?.total ?? 0}${queue.data?.isWhole === false ? '+' : ''}`,
    before: ids[at - 1],
    after: at < 0 ? ids[0] : ids[at + 1],
  }
}

const hrefOf = (id: number): string => `/homework/detail/${id}`

function Head({ homework, neighbours }: { homework: Detail; neighbours: ReturnType<typeof useNeighbours> }): ReactNode {
  const { title, course, period, schedule, desk, state, rounds } = homework
  const { place, total, before, after } = neighbours
  const waits = state === HomeworkState.waitingCorrection
  const [last] = rounds
  return (
    <div className={css.head}>
      <h1 className={css.title}>{title}</h1>
      <p className={css.lead}>
        <b>{desk?.learner.nickname}</b>
        <span>
          {course.name} · {period.name}
          {schedule ? ` · ${schedule.name}` : ''}
        </span>
        {last ? (
          <span className="num">
            第 {last.roundNo} 次交　{momentText(last.submitTime)}
          </span>
        ) : null}
        {last?.isLate ? <Tag tone="plain">迟交</Tag> : null}
        {waits && desk && !desk.isRefunded ? (
          <span className="num">请在 {momentText(desk.answerDueTime)} 前批完</span>
        ) : null}
      </p>
      <nav className={css.turn} aria-label="换一份">
        {before === undefined ? null : (
          <ButtonLink tone="quiet" size="s" href={hrefOf(before)}>
            上一份
          </ButtonLink>
        )}
        {place > 0 ? (
          <span className="muted num">
            {place} / {total}
          </span>
        ) : null}
        {after === undefined ? null : (
          <ButtonLink tone="quiet" size="s" href={hrefOf(after)}>
            下一份
          </ButtonLink>
        )}
      </nav>
    </div>
  )
}

/** One homework for who may correct it, over the whole width: its learner, what is asked, and the desk. */
export function HomeworkDesk({
  homework,
  onOpen,
  writer,
}: {
  homework: Detail
  onOpen: OpenFiles
  writer: string
}): ReactNode {
  const { env } = useApp()
  const { id, title, course, rounds, state, version, desk } = homework
  const neighbours = useNeighbours(id)
  const { after } = neighbours
  const isRefunded = desk?.isRefunded === true
  const waits = state === HomeworkState.waitingCorrection && !isRefunded
  const [last] = rounds
  const earlier = waits ? rounds.slice(1) : rounds
  const queueHref = homeworkHref({ queue: 'waiting' })
  return (
    <div className={css.wide}>
      <Breadcrumb items={[{ text: '批改作业', href: queueHref }, { text: course.name }, { text: title }]} />
      <Head homework={homework} neighbours={neighbours} />
      {rounds.length === 0 ? <p className={css.refusal}>学员收回了这份作业，还没有再交。</p> : null}
      {isRefunded ? <p className={css.refusal}>这位学员已经退课，这份作业不用批改了。</p> : null}
      {waits ? (
        <MarkingDesk
          key={`${id}-${version}`}
          styles={env.css['marking-desk']}
          homework={homework}
          writer={writer}
          next={after === undefined ? queueHref : hrefOf(after)}
          onClose={lost}
        >
          {last && last.content !== '' ? <p className={css.words}>{last.content}</p> : null}
          {last ? <OtherFiles round={last} /> : null}
        </MarkingDesk>
      ) : null}
      <div className={css.below}>
        <div className={css.rounds}>
          {earlier.length > 0 && waits ? <h2 className={css.part}>以前交的</h2> : null}
          {earlier.map((round) => (
            <HomeworkRound key={round.roundNo} homeworkId={id} round={round} onOpen={onOpen} />
          ))}
          {state === HomeworkState.corrected && !isRefunded ? <Excellent homework={homework} /> : null}
          {state === HomeworkState.corrected && !isRefunded ? (
            <CorrectForm key={version} styles={env.css['correct-form']} homework={homework} onClose={lost} />
          ) : null}
        </div>
        <HomeworkNeed homework={homework} />
      </div>
    </div>
  )
}

/** Files of a hand-in on which nothing can be drawn. */
function OtherFiles({ round: { files } }: { round: HomeworkDetail['rounds'][number] }): ReactNode {
  const others = files.filter(({ contentType }) => !contentType.startsWith('image/'))
  if (others.length === 0) return null
  return (
    <ul className={css.others} aria-label="其他文件">
      {others.map(({ url, name, contentType }) => (
        <li key={url}>
          {contentType.startsWith('audio/') ? (
            // biome-ignore lint/a11y/useMediaCaption: what somebody said into a microphone has none
            <audio controls preload="none" src={url} aria-label={name} />
          ) : contentType.startsWith('video/') ? (
            // biome-ignore lint/a11y/useMediaCaption: a learner's own film has none
            <video controls preload="none" src={url} aria-label={name} />
          ) : (
            <a className="more" href={url} download={name}>
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
