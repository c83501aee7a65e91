import { captchaBench } from '../tests/bench/captcha-bench.ts'
import { checkoutBench } from '../tests/bench/checkout-bench.ts'
import { coldRushBench } from '../tests/bench/cold-rush-bench.ts'
import { deskBench } from '../tests/bench/desk-bench.ts'
import { devBench } from '../tests/bench/dev-bench.ts'
import { edgeBench } from '../tests/bench/edge-bench.ts'
import { examBench } from '../tests/bench/exam-bench.ts'
import { forumProcessBench } from '../tests/bench/forum-process-bench.ts'
import { frameBench } from '../tests/bench/frame-bench.ts'
import { homeworkBench } from '../tests/bench/homework-bench.ts'
import { imBench } from '../tests/bench/im-bench.ts'
import { listBench } from '../tests/bench/list-bench.ts'
import { loginBench } from '../tests/bench/login-bench.ts'
import { mistakeBench } from '../tests/bench/mistake-bench.ts'
import { mixtureBench } from '../tests/bench/mixture-bench.ts'
import { playlistBench } from '../tests/bench/playlist-bench.ts'
import { type BenchParts, runParts } from '../tests/bench/run-parts.ts'
import { searchBench } from '../tests/bench/search-bench.ts'
import { siteBench } from '../tests/bench/site-bench.ts'
import { studyBench } from '../tests/bench/study-bench.ts'
import { supportBench } from '../tests/bench/support-bench.ts'
import { timetableBench } from '../tests/bench/timetable-bench.ts'
import { wholeCostBench } from '../tests/bench/whole-cost-bench.ts'

// `npm run bench`: ratios against bare servers in the same run. Figures in time depend on the machine; ratios much less.
// `npm run bench login` runs one part.
const parts: BenchParts = {
  edge: edgeBench,
  mixture: mixtureBench,
  site: siteBench,
  whole: wholeCostBench,
  rush: coldRushBench,
  list: listBench,
  timetable: timetableBench,
  search: searchBench,
  login: loginBench,
  checkout: checkoutBench,
  im: imBench,
  playlist: playlistBench,
  frame: frameBench,
  study: studyBench,
  exam: examBench,
  homework: homeworkBench,
  desk: deskBench,
  mistake: mistakeBench,
  captcha: captchaBench,
  forum: forumProcessBench,
  support: supportBench,
  dev: devBench,
}
const [wanted] = process.argv.slice(2)
if (wanted !== undefined && !Object.hasOwn(parts, wanted)) {
  console.error(`There is no part "${wanted}"; the parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const lines = await runParts(parts, wanted, (name, error) => console.error(`The part ${name} died:`, error))
console.table(lines.map(({ name, value, goal, ok }) => ({ measured: name, value, goal, '': ok ? 'good' : 'missed' })))
// A figure that was missed is told; only a part without figures fails the run.
if (lines.some(({ name }) => name.endsWith(': died'))) process.exitCode = 1
