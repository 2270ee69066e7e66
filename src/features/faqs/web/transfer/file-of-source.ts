import { client } from '../../../../web/api/api.ts'
import { FileRefusal } from '../../domain/transfer/file-table.ts'
import { faqTableOfSource } from '../../domain/transfer/table-of-source.ts'

/** The questions and answers of a source, as a file. @throws FileRefusal when it has none */
export async function fileOfSource(id: string): Promise<File> {
  const { source, text } = await client.knowledge.readSource({ id })
  const csv = faqTableOfSource(text ?? '')
  if (csv === null) throw new FileRefusal('This source has no table of questions and answers.')
  const name = `${source.title.replace(/\.\w{1,5}$/u, '')}.csv`
  return new File([csv], name, { type: 'text/csv', lastModified: Date.parse(source.updated_at) })
}
