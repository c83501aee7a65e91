import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Captchas: the characters of a picture can be heard, so they are kept sealed; how often they were; and of which network
 * (an IPv4 /24, an IPv6 /48) the asking address is, since how hard a picture is depends on what its network was given.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table captcha_challenges add column answer_sealed bytea;
alter table captcha_challenges add column heard smallint not null default 0;
alter table captcha_challenges add column network cidr generated always as (network(set_masklen(ip, case when family(ip) = 4 then 24 else 48 end))) stored;
create index captcha_network_ix on captcha_challenges (network, created_at);
create index captcha_created_ix on captcha_challenges (created_at);
`,
  )
}
