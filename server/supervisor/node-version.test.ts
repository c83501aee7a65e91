import { expect, test } from 'vitest'
import { checkNode } from './node-version.ts'

test.each(['18.20.0', '20.20.2', '24.6.1'])('Node %s is refused, saying what to do', (version) => {
  expect(() => checkNode(version)).toThrow(
    `The site runs on Node 24.7 or newer, and this is ${version}; "npm start" brings its own.`,
  )
})

test.each(['24.7.0', '25.0.0', process.versions.node])('Node %s is taken', (version) => {
  checkNode(version)
})
