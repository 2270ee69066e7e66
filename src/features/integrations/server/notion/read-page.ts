import { type Client, isFullBlock, type PageObjectResponse } from '@notionhq/client'
import { TEXT_CONTENT_MAX } from '../../../knowledge/contract.ts'
import { type FoundItem, ItemGone, ItemSkipped, type ProviderPass, type ReadItem } from '../provider.ts'
import { type BlockNode, blocksText } from './block-text.ts'
import { asking, notionClient } from './notion-client.ts'
import { propertiesText, titleOf } from './rich-text.ts'

/** More of one page is not read: it would take hours. */
const DEPTH_MAX = 50
const BLOCKS_MAX = 20_000
const LEFT_OUT = 'It is very long or deep, so only its first part was read.'
const EMPTY = 'It is empty.'

/** What is inside of these is another item, or made by Notion. */
const CLOSED = new Set(['child_page', 'child_database', 'template', 'table_of_contents', 'breadcrumb', 'unsupported'])

interface Reading {
  notion: Client
  signal: AbortSignal
  blocks: number
  isCut: boolean
}

/** The blocks below one, level by level; Notion gives a hundred at a time, and what is inside only when asked. */
async function nodesOf(reading: Reading, id: string, depth: number): Promise<BlockNode[]> {
  const nodes: BlockNode[] = []
  let cursor: string | null = null
  do {
    const page = await asking(reading.signal, () =>
      reading.notion.blocks.children.list({
        block_id: id,
        page_size: 100,
        ...(cursor ? { start_cursor: cursor } : {}),
      }),
    )
    for (const block of page.results) {
      if (!isFullBlock(block) || block.in_trash) continue
      if (++reading.blocks > BLOCKS_MAX) {
        reading.isCut = true
        return nodes
      }
      const node: BlockNode = { block, children: [] }
      nodes.push(node)
      if (!block.has_children || CLOSED.has(block.type)) continue
      if (depth >= DEPTH_MAX) {
        reading.isCut = true
        continue
      }
      node.children = await childrenOf(reading, node, depth)
    }
    cursor = page.has_more ? page.next_cursor : null
  } while (cursor !== null)
  return nodes
}

/** A synced block shows another one, which may be where we may not look. */
async function childrenOf(reading: Reading, { block }: BlockNode, depth: number): Promise<BlockNode[]> {
  const from = block.type === 'synced_block' ? block.synced_block.synced_from?.block_id : undefined
  try {
    return await nodesOf(reading, from ?? block.id, depth + 1)
  } catch (error) {
    if (from !== undefined && error instanceof ItemGone) return []
    throw error
  }
}

/** A page's text: of a row its properties first, then what stands in it. */
export async function readPage(apiUrl: string, item: FoundItem, pass: ProviderPass): Promise<ReadItem> {
  const page = item.detail as PageObjectResponse
  const { nodes, isCut } = await pass.withAccess(async (auth, signal) => {
    const reading = { notion: notionClient(apiUrl, { auth, signal, patient: true }), signal, blocks: 0, isCut: false }
    const nodes = await nodesOf(reading, item.id, 1)
    return { nodes, isCut: reading.isCut }
  })
  const text = [propertiesText(page), blocksText(nodes)].filter(Boolean).join('\n\n').replaceAll('\f', '\n')
  if (text.trim() === '') throw new ItemSkipped(EMPTY)
  const isLong = text.length > TEXT_CONTENT_MAX
  return {
    text: { title: titleOf(page), text: isLong ? text.slice(0, TEXT_CONTENT_MAX) : text, unit: null },
    note: isCut || isLong ? LEFT_OUT : null,
  }
}
