import { type ReactNode, useEffect, useState } from 'react'
import { TabPanels } from '#client/ui/tab-panels.tsx'
import css from './lesson-side.module.css'

interface LessonSideProps {
  list: ReactNode
  /** Of a class that is watched again what was said in it. */
  talk?: ReactNode
  /** The learner's notes; told whether they are looked at. */
  notes?: ((isShown: boolean) => ReactNode) | undefined
  /** Goes up when a note is begun: they come to the front. */
  notesAsked?: number | undefined
}

/** Beside a lesson: the list of the course's lessons, what was said in the class, the learner's notes. */
export function LessonSide({ list, talk, notes, notesAsked = 0 }: LessonSideProps): ReactNode {
  const [tab, setTab] = useState<'list' | 'talk' | 'notes'>('list')
  useEffect(() => {
    if (notesAsked > 0) setTab('notes')
  }, [notesAsked])
  if (!talk && !notes) return list
  return (
    <TabPanels
      label="课程目录、聊天和笔记"
      current={tab}
      onChange={setTab}
      fills
      tabs={[
        { name: 'list' as const, text: '目录', panel: list },
        ...(talk ? [{ name: 'talk' as const, text: '课上的聊天', panel: <div className={css.talk}>{talk}</div> }] : []),
        ...(notes ? [{ name: 'notes' as const, text: '笔记', panel: notes(tab === 'notes') }] : []),
      ]}
    />
  )
}
