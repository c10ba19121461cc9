import { useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { MAX_AGENT_QUESTION } from '#lib/store/limits.ts';
import { AgentAnswer } from './agent-answer.tsx';
import type { AgentProps } from './agent-props.ts';
import { useAgentChat } from './use-agent-chat.ts';

/** Shows the chat about a product: the messages so far, the answer as it is written, and the field for a question. */
export function AgentPanel(props: AgentProps & { readonly userId: string }) {
  const { product, starters, locale, texts } = props;
  const { agent } = texts;
  const chat = useAgentChat({ product, locale, texts });
  const field = useRef<HTMLTextAreaElement>(null);
  const headingId = useId();
  const { messages, mode, told, isBusy, problem, text } = chat;

  const send = (question: string) => {
    void chat.ask(question);
    field.current?.focus();
  };
  // A button that goes leaves the focus to the field.
  const earlier = async () => {
    if (!(await chat.loadEarlier())) field.current?.focus();
  };
  const stop = () => {
    chat.stop();
    field.current?.focus();
  };
  const isNew = messages.length === 0 && chat.isLoaded && !isBusy;

  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 motion-fade"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={headingId} className="text-base font-semibold tracking-normal">
          {agent.title}
        </h2>
        <p className="text-sm text-muted">{mode === 'model' ? agent.modelLabel : agent.pageLabel}</p>
      </div>
      {chat.hasEarlier && (
        <Button look="quiet" size="small" className="self-start" onClick={() => void earlier()}>
          {agent.earlier}
        </Button>
      )}
      {messages.length > 0 && (
        <ol className="flex flex-col gap-4">
          {messages.map((message, at) => (
            <li key={message.id}>
              {message.role === 'user' ? (
                <p className="ms-8 rounded-md bg-sunken px-3 py-2 whitespace-pre-line wrap-anywhere">
                  <span className="sr-only">{agent.you}: </span>
                  {message.text}
                </p>
              ) : (
                <AgentAnswer {...props} message={message} question={messages[at - 1]?.text ?? ''} onAgain={send} />
              )}
            </li>
          ))}
        </ol>
      )}
      {/* Each sentence is read out once, when it comes. Screen readers must know the region before that. */}
      <div aria-live="polite" className={told.length > 0 ? 'flex flex-col gap-1' : 'sr-only'}>
        {told.map(({ id, text: sentence }) => (
          <p key={id} className="wrap-anywhere">
            {sentence}
          </p>
        ))}
      </div>
      {isNew && (
        <div className="flex flex-col items-start gap-2">
          <p className="text-sm text-muted">{agent.intro}</p>
          {starters.map((starter) => (
            <Button key={starter} look="secondary" size="small" onClick={() => send(starter)}>
              {starter}
            </Button>
          ))}
        </div>
      )}
      {mode !== 'off' && (
        <Form onSubmit={() => send(text)} className="flex flex-col gap-2">
          <TextAreaField
            ref={field}
            id={`${headingId}-question`}
            label={agent.question}
            rows={2}
            maxLength={MAX_AGENT_QUESTION}
            value={text}
            error={problem ?? undefined}
            onChange={(event) => chat.setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" size="small" busy={isBusy}>
              {agent.send}
            </Button>
            {isBusy && (
              <Button look="secondary" size="small" onClick={stop}>
                {agent.stop}
              </Button>
            )}
          </div>
        </Form>
      )}
    </section>
  );
}
