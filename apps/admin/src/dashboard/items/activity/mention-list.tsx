import { t } from '../../../messages';
import { Avatar } from '../../../ui/avatar/avatar';
import listbox from '../../../ui/listbox/listbox.module.css';
import styles from './activity.module.css';
import type { useMentions } from './use-mentions';

const texts = t.activity.note;

type Props = Pick<ReturnType<typeof useMentions>, 'candidates' | 'options'>;

/** The members whose names complete a mention. */
export function MentionList({ candidates, options }: Props) {
  return (
    <>
      {candidates.length > 0 && (
        <div {...options.listProps} aria-label={texts.mentions} className={styles.mentions}>
          {candidates.map((member) => (
            <div
              key={member.id}
              {...options.propsOf(member)}
              aria-selected={member === options.active}
              className={listbox.option}
            >
              <span className={styles.mentioned}>
                <Avatar name={member.name} size={22} />
                {member.name}
              </span>
              <span className={`truncate ${listbox.aside} ${styles.mentionEmail}`}>{member.email}</span>
            </div>
          ))}
        </div>
      )}
      <span role="status" className="visually-hidden">
        {candidates.length > 0 && texts.mentionsFound(candidates.length)}
      </span>
    </>
  );
}
