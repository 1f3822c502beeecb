"""Language models judged exactly: positions, questions, answers, scores and the report.

| module | what it does |
|---|---|
| `position_sets` | chooses the positions; every value in them is proved |
| `board_texts` | writes a question in three forms |
| `chat_client` | asks a chat-completions endpoint, with limits on time and size |
| `answer_text` | reads what a model wrote |
| `answer_file` | keeps the answers, so that a rerun asks only what is missing |
| `asking` | asks several questions at a time |
| `scoring` | scores the answers, and the engines in the same positions |
| `benchmark_report`, `benchmark_page` | the report as JSON and as a page |
"""
