import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { readTab, writeTab } from '#client/browser/tab-store.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { examListHref, type PaperChoice } from '#client/features/exam/exam-href.ts'
import { ExamIntro } from '#client/features/exam/exam-intro.tsx'
import { ExamResult } from '#client/features/exam/exam-result.tsx'
import { goesOnKey } from '#client/features/exam/goes-on.ts'
import { MarkDesk } from '#client/features/exam/mark-desk.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ExamStatus } from '#shared/contract/enums.ts'
import type { ExamPaper as Paper } from '#shared/contract/exam.ts'

const loadDesk = () => import('#client/features/exam/exam-desk.tsx')
const ExamDesk = lazyDialog(() => loadDesk().then((m) => m.ExamDesk))

/** What of an exam is old once it was taken. */
const touched: readonly unknown[] = [
  'GET /api/exam/detail',
  'GET /api/exam/list-exam',
  'GET /api/exam/result',
  'GET /api/exam/mistake/list',
  'GET /api/exam/mistake/queue',
]

/** Asks anew when the page stands, which tells the server's time, and when the paper opens. */
function useFreshPaper({ status, begDate }: Paper): void {
  const queries = useQueryClient()
  useEffect(() => {
    const ask = (): void => void queries.invalidateQueries({ queryKey: ['GET /api/exam/detail'] })
    ask()
    if (status !== ExamStatus.notBegun || begDate === null) return
    const timer = window.setInterval(() => {
      if (serverNow() >= begDate) ask()
    }, 1000)
    return () => window.clearInterval(timer)
  }, [queries, status, begDate])
}

function Before({ paper, onBegin }: { paper: Paper; onBegin: () => void }): ReactNode {
  useFreshPaper(paper)
  // What the exam needs is there when it begins.
  useEffect(() => {
    if (paper.refusal === null) loadDesk().catch(() => undefined)
  }, [paper.refusal])
  return (
    <div className="wrap">
      <Breadcrumb items={[{ text: '我的测试', href: examListHref() }, { text: paper.title }]} />
      <ExamIntro paper={paper} onBegin={onBegin} />
    </div>
  )
}

/** Before the exam, or the exam itself; a tab that was taking it goes on by itself. */
function One({ id }: { id: number }): ReactNode {
  const { env } = useApp()
  const { user } = useSession()
  const queries = useQueryClient()
  const paper = useCall('GET /api/exam/detail', { id })
  const [isTaken, setTaken] = useState(false)
  const isUnderWay = paper.status === ExamStatus.answering
  useEffect(() => {
    if (readTab(goesOnKey) !== id) return
    if (isUnderWay) setTaken(true)
    else writeTab(goesOnKey, undefined)
  }, [id, isUnderWay])
  const handleLeave = useCallback(() => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(queryKey[0]), refetchType: 'none' })
  }, [queries])
  if (!isTaken) return <Before paper={paper} onBegin={() => setTaken(true)} />
  return (
    <ExamDesk
      styles={env.css['exam-desk']}
      paper={paper}
      name={user?.nickname ?? ''}
      onLeave={handleLeave}
      onClose={() => {
        setTaken(false)
        toast('试卷没有加载出来，请刷新', 'bad')
      }}
    />
  )
}

function Result({ id, attemptNo }: { id: number; attemptNo: number | undefined }): ReactNode {
  const { user } = useSession()
  const result = useCall('GET /api/exam/result', { id, attemptNo })
  return (
    <div className="wrap">
      <Breadcrumb items={[{ text: '我的测试', href: examListHref({ tab: 'over' }) }, { text: result.title }]} />
      <ExamResult key={result.attemptNo} result={result} name={user?.nickname} />
    </div>
  )
}

function Mark({ attemptId }: { attemptId: number }): ReactNode {
  const attempt = useCall('GET /api/teach/exam/attempt', { id: attemptId })
  return (
    <div className="wrap">
      <Breadcrumb items={[{ text: '批阅答卷', href: examListHref({ tab: 'mark' }) }, { text: attempt.title }]} />
      <MarkDesk key={`${attempt.id} ${attempt.version}`} attempt={attempt} />
    </div>
  )
}

/** One exam: before it, while it is taken, and its result; for who may mark it, somebody's attempt. */
export function ExamPaper({ choice: { id, result, mark } }: PageProps<PaperChoice>): ReactNode {
  if (mark !== undefined) return <Mark attemptId={mark} />
  return result ? <Result id={id} attemptNo={result.attemptNo} /> : <One key={id} id={id} />
}
