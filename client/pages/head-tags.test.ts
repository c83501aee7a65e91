import { expect, it } from 'vitest'
import { headTags } from './head-tags.ts'

const env = { origin: 'https://school.example', brandName: '学园', envLabel: '', css: {} }

function structured(object: object): unknown {
  const tags = headTags({ title: '', description: '', canonical: '/', jsonLd: [object] }, env)
  return JSON.parse(tags.find(({ tag }) => tag === 'script')?.text ?? '')
}

it('Addresses in structured data are absolute, others stay', () => {
  const given = {
    url: '/course',
    list: [{ item: '/course/1', image: 'https://cdn.example/a.webp' }],
    name: '/not/an/address',
    logo: { '@id': '/#logo' },
    item: 3,
  }
  expect(structured(given)).toEqual({
    '@context': 'https://schema.org',
    url: 'https://school.example/course',
    list: [{ item: 'https://school.example/course/1', image: 'https://cdn.example/a.webp' }],
    name: '/not/an/address',
    logo: { '@id': 'https://school.example/#logo' },
    item: 3,
  })
})

it('Text that looks like an address stays text', () => {
  const name = '","url":"/evil","x":"\\"url\\":"/a" </script>'
  expect(structured({ name, url: '/$&' })).toEqual({
    '@context': 'https://schema.org',
    name,
    url: 'https://school.example/$&',
  })
})
