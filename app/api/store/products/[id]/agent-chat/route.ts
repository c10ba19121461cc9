import { defineRoute } from '#lib/api/define-route.ts';
import { eventStream, wantsEvents } from '#lib/api/event-stream.ts';
import {
  answerAtOnce,
  answerQuestion,
  assertMayAsk,
  assertOnPage,
  openQuestion,
  readChat,
} from '#lib/store/agent/answer-question.ts';
import {
  agentAnswer,
  agentChatPage,
  agentChatParams,
  agentChatQuery,
  agentQuestion,
} from '#lib/store/schemas/agent.ts';

export const maxDuration = 60;

export const GET = defineRoute({
  summary: 'List the messages of one’s chat with the product agent, oldest first, before a cursor',
  auth: 'session',
  params: agentChatParams,
  load: ({ ctx, params }) => assertOnPage(ctx, params.id),
  query: agentChatQuery,
  response: agentChatPage,
  handler: ({ ctx, params, query }) => readChat(ctx, params.id, query),
});

const summary = 'Ask the product agent; with Accept: text/event-stream the answer arrives as events';

export const POST = defineRoute({
  summary,
  auth: 'session',
  rateLimit: 'agent-chat',
  params: agentChatParams,
  load: ({ ctx, params }) => assertMayAsk(ctx, params.id),
  body: agentQuestion,
  response: agentAnswer,
  handler: async ({ ctx, params, body, request }) => {
    const open = await openQuestion(ctx, params.id, body);
    return wantsEvents(request)
      ? eventStream(ctx, request, summary, answerQuestion(ctx, open, request.signal))
      : answerAtOnce(ctx, open, request.signal);
  },
});
