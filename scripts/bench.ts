import type { BenchLine } from '../tests/bench/bench-line.ts'
import { edgeBench } from '../tests/bench/edge-bench.ts'
import { listBench } from '../tests/bench/list-bench.ts'
import { siteBench } from '../tests/bench/site-bench.ts'

// `npm run bench`: ratios against bare servers in the same run. Figures in time depend on the machine; ratios much less.
const lines: BenchLine[] = [...(await edgeBench()), ...(await siteBench()), ...(await listBench())]
console.table(lines.map(({ name, value, goal, ok }) => ({ measured: name, value, goal, '': ok ? 'good' : 'missed' })))
