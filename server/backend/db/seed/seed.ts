import type { OpenDatabase } from '#server/backend/db/database.ts'

export async function seedDatabase(_database: OpenDatabase): Promise<void> {}
