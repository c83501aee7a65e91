import { ClassesCard } from '#client/features/classes/classes-card.tsx'
import type { DataPartSpec } from '#client/features/common/data-part.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './classes-list.module.css'

/** The cards of one page of the list of system classes. */
export const classesGridPart: DataPartSpec<CallOutput<'GET /api/classSystem/list-classSystem'>> = {
  name: 'classes',
  route: 'GET /api/classSystem/list-classSystem',
  render: ({ records }) => (
    <ul className={css.grid}>
      {records.map((item, index) => (
        <li key={item.id}>
          <ClassesCard item={item} eager={index < 3} />
        </li>
      ))}
    </ul>
  ),
}
