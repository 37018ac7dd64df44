-- Runs once, on an empty volume. The service's role must not be a superuser: superusers bypass row-level security, the
-- second line of defense between accounts.
\getenv password FEEDBACK_DB_PASSWORD
CREATE ROLE feedback LOGIN PASSWORD :'password';
CREATE DATABASE feedback OWNER feedback;
